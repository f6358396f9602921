import type { SettingValue, TargetSpec } from "@relayscope/engine";
import { Copy, Plus, RotateCcw, Trash2 } from "lucide-react";
import { useState } from "react";
import { GuideLink } from "../guide/GuideLink.tsx";
import { copyName } from "../state/model.ts";
import { usePage, usePageState } from "../state/page.ts";
import { Button } from "../ui/Button.tsx";
import { Empty } from "../ui/Empty.tsx";
import { Prose } from "../ui/Prose.tsx";
import { FileTarget } from "./FileTarget.tsx";
import { OperatorsField } from "./OperatorsField.tsx";
import { OptionForm } from "./OptionForm.tsx";
import { PatternCard } from "./PatternCard.tsx";

/** The chosen target: its patterns in table order and its operator rules, both as editable text. */
export function TargetTab() {
  const { actions } = usePage();
  const chosen = usePageState((s) => s.document.target);
  const custom = usePageState((s) => s.document.customTargets);
  const targets = usePageState((s) => s.catalog?.targets);
  const [asked, setAsked] = useState<string>();
  const names = [...new Set([chosen, ...custom.map((t) => t.name)])];
  const name = asked !== undefined && names.includes(asked) ? asked : chosen;
  const edited = custom.find((t) => t.name === name);
  const builtIn = targets?.find((t) => t.name === name);
  const spec = edited ?? builtIn?.spec;
  if (!spec) return <Empty title={`No target is called ${name}`}>Choose another in the header.</Empty>;
  const { files = [] } = spec;
  // An edited file gives the settings other defaults than the form shows.
  const isOwnFile = builtIn && files[0]?.text === builtIn.spec.files?.[0]?.text;

  const change = (part: Partial<TargetSpec>, isContinued = false) => actions.editTarget(spec.name, { ...spec, ...part }, isContinued);
  const duplicate = () => {
    const copy = copyOf(spec);
    actions.editTarget(copy.name, copy);
    actions.editSettings({ target: copy.name });
  };
  return (
    <div className="flex flex-col gap-4 px-3 py-3">
      {names.length > 1 && (
        <fieldset className="-mb-1 flex flex-wrap gap-1">
          <legend className="sr-only">Targets of this document</legend>
          {names.map((n) => (
            <button
              key={n}
              type="button"
              aria-pressed={n === name}
              onClick={() => setAsked(n)}
              className={`h-6 rounded-md px-2 text-small font-medium ${n === name ? "bg-accent-soft text-accent" : "text-ink-3 hover:bg-hover"}`}
            >
              {n}
            </button>
          ))}
        </fieldset>
      )}
      <div>
        <div className="flex items-center gap-2">
          <h2 className="min-w-0 flex-1 truncate text-head font-semibold">{spec.name}</h2>
          {edited && builtIn && (
            <Button icon={RotateCcw} onClick={() => actions.removeTarget(spec.name)}>
              As built in
            </Button>
          )}
          {(builtIn || files.length === 0) && (
            <Button icon={Copy} onClick={duplicate}>
              Copy
            </Button>
          )}
          {edited && !builtIn && (
            <Button icon={Trash2} className="text-danger" onClick={() => actions.removeTarget(spec.name)}>
              Remove
            </Button>
          )}
        </div>
        {builtIn && (
          <>
            <p className="mt-0.5 text-ink-2">
              <Prose text={builtIn.title} />
            </p>
            <p className="mt-0.5 text-ink-3">
              Wants: <Prose text={builtIn.needs} /> <GuideLink address={`target/${name}`} about={name} text="More about it" />
            </p>
          </>
        )}
      </div>
      {builtIn && builtIn.settingOptions.length > 0 && (isOwnFile || spec.settings) && (
        <section aria-label="Settings">
          <h3 className="font-semibold">Settings</h3>
          <p className="mb-1.5 text-note leading-4 text-ink-3">What you set here replaces the value in the file.</p>
          <OptionForm
            options={builtIn.settingOptions}
            values={spec.settings ?? {}}
            onChange={(values) => change({ settings: settingsIn(values) })}
          />
        </section>
      )}
      {files.length > 0 ? <FileTarget spec={spec} files={files} /> : <PatternTable spec={spec} onChange={change} />}
    </div>
  );
}

/** The same target under a name of its own, which its file says once. */
function copyOf(spec: TargetSpec): TargetSpec {
  const name = copyName(spec.name);
  const renamed = (text: string) => text.replace(`NAME = "${spec.name}"`, `NAME = "${name}"`);
  const files = spec.files?.map((file) => ({ name: file.name.replace(/\.py$/, "_copy.py"), text: renamed(file.text) }));
  return { ...spec, name, ...(files ? { files } : {}) };
}

interface PatternTableProps {
  readonly spec: TargetSpec;
  readonly onChange: (part: Partial<TargetSpec>, isContinued?: boolean) => void;
}

/** Patterns and operators that are written one by one. */
function PatternTable({ spec, onChange }: PatternTableProps) {
  return (
    <>
      <section aria-label="Patterns">
        <div className="mb-1.5 flex items-center">
          <h3 className="flex-1 font-semibold">
            Patterns <span className="font-normal text-ink-3">{spec.patterns.length}, tried in this order</span>
          </h3>
          <Button
            icon={Plus}
            onClick={() =>
              onChange({
                patterns: [
                  ...spec.patterns,
                  { name: `${spec.name}.pattern_${spec.patterns.length}`, pattern: 'is_op("nn.relu")(wildcard())' },
                ],
              })
            }
          >
            Add
          </Button>
        </div>
        <ol className="flex flex-col gap-1.5">
          {spec.patterns.map((pattern, i) => (
            <PatternCard
              // biome-ignore lint/suspicious/noArrayIndexKey: a pattern is its place in the table
              key={`${spec.name} ${i}`}
              pattern={pattern}
              isFirst={i === 0}
              isLast={i === spec.patterns.length - 1}
              onChange={(next, isContinued) => onChange({ patterns: spec.patterns.map((p, k) => (k === i ? next : p)) }, isContinued)}
              onRemove={() => onChange({ patterns: spec.patterns.filter((_, k) => k !== i) })}
              onMove={(by) => {
                const patterns = [...spec.patterns];
                patterns.splice(i + by, 0, ...patterns.splice(i, 1));
                onChange({ patterns });
              }}
            />
          ))}
        </ol>
        {spec.patterns.length === 0 && <p className="text-ink-3">None: MergeComposite has nothing to do for this target.</p>}
      </section>
      <section aria-label="Operators">
        <h3 className="mb-1.5 font-semibold">
          Operator rules <span className="font-normal text-ink-3">{spec.operators.length}</span>
        </h3>
        <OperatorsField
          key={spec.name}
          label="Operators that the target takes"
          operators={spec.operators}
          onCommit={(operators, isContinued) => onChange({ operators }, isContinued)}
        />
        <p className="mt-1 text-note leading-4 text-ink-3">
          One a line; they take effect while you write. AnnotateTarget gives every call of these to the target.
        </p>
      </section>
    </>
  );
}

/** The form's values that a setting can have; undefined if there are none. */
function settingsIn(values: Readonly<Record<string, unknown>>): TargetSpec["settings"] {
  const given = Object.entries(values).flatMap(([name, value]) => (isSetting(value) ? [[name, value] as const] : []));
  return given.length > 0 ? Object.fromEntries(given) : undefined;
}

function isSetting(value: unknown): value is SettingValue {
  return (
    typeof value === "boolean" || (Array.isArray(value) && value.every((item) => typeof item === "number" || typeof item === "string"))
  );
}
