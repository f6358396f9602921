import type { CodePlace, TargetSpec } from "@relayscope/engine";
import { Copy, Plus, RotateCcw, Trash2 } from "lucide-react";
import { useState } from "react";
import { GuideLink } from "../guide/GuideLink.tsx";
import { targetNamed } from "../state/model.ts";
import { usePage, usePageState } from "../state/page.ts";
import { Button } from "../ui/Button.tsx";
import { Empty } from "../ui/Empty.tsx";
import { Prose } from "../ui/Prose.tsx";
import { addCopy } from "./copyOf.ts";
import { FileTarget } from "./FileTarget.tsx";
import { OperatorsField } from "./OperatorsField.tsx";
import { PatternCard } from "./PatternCard.tsx";
import { removeTarget } from "./removeTarget.ts";
import { TargetSettings } from "./TargetSettings.tsx";

interface Asked {
  /** The target that is shown instead of the chosen one. */
  readonly asked: string | undefined;
  readonly mark: CodePlace | undefined;
}

/** The chosen target: its patterns in table order and its operator rules, both as editable text. */
export function TargetTab() {
  const { actions, store } = usePage();
  const chosen = usePageState((s) => s.document.target);
  const custom = usePageState((s) => s.document.customTargets);
  const targets = usePageState((s) => s.catalog?.targets);
  const [{ asked, mark: seen }, setAsked] = useState<Asked>({ asked: undefined, mark: undefined });
  const names = [...new Set([chosen, ...custom.map((t) => t.name)])];
  const name = asked !== undefined && names.includes(asked) ? asked : chosen;
  const mark = usePageState((s) => s.codeMark);
  // The page asks for a line of another target's file.
  if (mark && mark !== seen) {
    const hasFile = (t: TargetSpec | undefined) => t?.files?.some((file) => file.name === mark.file);
    setAsked({ mark, asked: hasFile(targetNamed(store.getState())) ? undefined : custom.find(hasFile)?.name });
  }
  const edited = custom.find((t) => t.name === name);
  const builtIn = targets?.find((t) => t.name === name);
  const spec = usePageState((s) => targetNamed(s, name));
  if (!spec) return <Empty title={`No target is called ${name}`}>Choose another in the header.</Empty>;
  const { files = [] } = spec;
  const isOwnFile = builtIn && files[0]?.text === builtIn.spec.files?.[0]?.text;

  const change = (part: Partial<TargetSpec>, isContinued = false) => actions.editTarget(spec.name, { ...spec, ...part }, isContinued);
  const buttons = (
    <>
      {edited && builtIn && (
        <Button icon={RotateCcw} onClick={() => removeTarget({ actions, store }, spec.name)}>
          As built in
        </Button>
      )}
      {(builtIn || files.length === 0) && (
        <Button icon={Copy} onClick={() => addCopy({ actions, store }, spec)}>
          Copy
        </Button>
      )}
      {edited && !builtIn && (
        <Button icon={Trash2} className="text-danger" onClick={() => removeTarget({ actions, store }, spec.name)}>
          Remove
        </Button>
      )}
    </>
  );
  const about = builtIn && (
    <>
      <div>
        <p className="text-ink-2">
          <Prose text={builtIn.title} />
        </p>
        <p className="mt-0.5 text-ink-3">
          Wants: <Prose text={builtIn.needs} /> <GuideLink address={`target/${name}`} about={name} text="More about it" />
        </p>
      </div>
      {(isOwnFile || spec.settings) && (
        <TargetSettings
          spec={spec}
          options={builtIn.settingOptions}
          isOwnFile={isOwnFile ?? false}
          onChange={(settings) => change({ settings })}
        />
      )}
    </>
  );
  return (
    <div className={`flex flex-col px-3 py-3 ${files.length > 0 ? "h-full min-h-[26rem] gap-2" : "gap-4"}`}>
      {names.length > 1 && (
        <fieldset className="-mb-1 flex flex-wrap gap-1">
          <legend className="sr-only">Targets of this document</legend>
          {names.map((n) => (
            <button
              key={n}
              type="button"
              aria-pressed={n === name}
              onClick={() => setAsked({ asked: n, mark })}
              className={`h-6 rounded-md px-2 text-small font-medium ${n === name ? "bg-accent-soft text-accent" : "text-ink-3 hover:bg-hover"}`}
            >
              {n}
            </button>
          ))}
        </fieldset>
      )}
      {files.length > 0 ? (
        <FileTarget spec={spec} files={files} buttons={buttons} onRename={(to) => setAsked({ asked: to, mark })}>
          {about}
        </FileTarget>
      ) : (
        <>
          <div>
            <div className="flex items-center gap-2">
              <h2 className="min-w-0 flex-1 truncate text-head font-semibold">{spec.name}</h2>
              {buttons}
            </div>
            {about}
          </div>
          <PatternTable spec={spec} onChange={change} />
        </>
      )}
    </div>
  );
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
            Patterns{" "}
            <span className="font-normal text-ink-3">
              {spec.patterns.length}
              {spec.patterns.length > 1 && ", tried in this order"}
            </span>
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
