import type { SettingValue, TargetInfo, TargetSpec } from "@relayscope/engine";
import { ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import { usePage } from "../state/page.ts";
import { plural } from "../ui/format.ts";
import { Prose } from "../ui/Prose.tsx";
import { OptionForm } from "./OptionForm.tsx";
import { type ReplacedLine, replacedLines } from "./replacedLines.ts";

interface TargetSettingsProps {
  readonly spec: TargetSpec;
  readonly options: TargetInfo["settingOptions"];
  /** Whether the file is the built-in one: an edited file may give the settings other defaults than the form shows. */
  readonly isOwnFile: boolean;
  readonly onChange: (settings: TargetSpec["settings"]) => void;
}

/**
 * The settings of a built-in target, folded so that the file has more room. A setting replaces the value in the file,
 * and the line with that value is named. For an edited file only changed settings are listed: the others are in the
 * file.
 */
export function TargetSettings({ spec, options, isOwnFile, onChange }: TargetSettingsProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { settings = {} } = spec;
  const set = options.filter(({ name }) => Object.hasOwn(settings, name));
  const shown = isOwnFile ? options : set.map((option) => ({ ...option, default: null }));
  if (shown.length === 0) return null;
  const replaced = replacedLines(spec);
  const count = Object.keys(settings).length;
  const note = count === 0 ? `${shown.length}, all as in the file` : `${count} set here`;
  return (
    <section aria-label="Settings" className="flex max-h-[45%] shrink-0 flex-col">
      <h3 className="font-semibold">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          className="flex w-full items-center gap-1 rounded text-left hover:bg-hover"
        >
          <ChevronRight size={14} aria-hidden className={isOpen ? "rotate-90" : ""} />
          Settings <span className="font-normal text-ink-3">{note}</span>
        </button>
      </h3>
      {replaced.map((line) => (
        <Replaced key={line.name} line={line} />
      ))}
      {isOpen && (
        <div id={id} className="min-h-0 overflow-y-auto pt-1.5 pb-1 pl-[18px]">
          <p className="mb-1.5 text-note leading-4 text-ink-3">A value that you set here replaces the one in the file.</p>
          <OptionForm options={shown} values={settings} onChange={(values) => onChange(settingsIn(values))} />
        </div>
      )}
      {isOpen && !isOwnFile && (
        <p className="pt-1 pl-[18px] text-small">
          <button type="button" onClick={() => onChange(undefined)} className="rounded font-medium text-accent hover:underline">
            Use the values in the file
          </button>{" "}
          <span className="text-ink-3">for {plural(count, "setting")}.</span>
        </p>
      )}
    </section>
  );
}

/** A note that the form's value replaces the value in the file. */
function Replaced({ line: { name, value, written, file, line } }: { readonly line: ReplacedLine }) {
  const { actions } = usePage();
  return (
    <p className="pl-[18px] text-small leading-5 text-ink-2">
      <Prose text={`\`${name} = ${value}\` replaces \`${written}\``} /> of{" "}
      <button type="button" onClick={() => actions.showCode({ file, line })} className="rounded font-medium text-accent hover:underline">
        line {line}
      </button>
      .
    </p>
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
