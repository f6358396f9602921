import type { PassInfo } from "@relayscope/engine";
import { useId, useState } from "react";
import { Prose } from "../ui/Prose.tsx";
import { Select } from "../ui/Select.tsx";
import { optionWanted, parseOption, shownOption } from "./optionText.ts";

type Option = PassInfo["options"][number];

interface OptionFormProps {
  readonly options: readonly Option[];
  readonly values: Readonly<Record<string, unknown>>;
  readonly onChange: (values: Readonly<Record<string, unknown>>) => void;
}

/** The options of a pass. Default values are not stored, so that links stay short. */
export function OptionForm({ options, values, onChange }: OptionFormProps) {
  function set(option: Option, value: unknown): void {
    const { [option.name]: _, ...rest } = values;
    onChange(JSON.stringify(value) === JSON.stringify(option.default) ? rest : { ...rest, [option.name]: value });
  }
  const field = (option: Option) => (
    <OptionField
      key={option.name}
      option={option}
      value={option.name in values ? values[option.name] : option.default}
      onChange={(value) => set(option, value)}
    />
  );
  const others = options.filter((option) => option.isReadElsewhere);
  return (
    <div className="flex flex-col gap-2">
      {options.filter((option) => !option.isReadElsewhere).map(field)}
      {others.length > 0 && (
        <details>
          <summary className="cursor-pointer text-small text-ink-2">{others.length} more, which other passes read</summary>
          <div className="mt-2 flex flex-col gap-2">{others.map(field)}</div>
        </details>
      )}
    </div>
  );
}

interface OptionFieldProps {
  readonly option: Option;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

function OptionField({ option, value, onChange }: OptionFieldProps) {
  const id = useId();
  const doc = (
    <span className="block text-note leading-4 text-ink-3">
      <Prose text={option.doc} />
    </span>
  );
  if (option.type === "boolean") {
    return (
      <label className="flex items-start gap-2">
        <input
          type="checkbox"
          checked={value === true}
          onChange={(event) => onChange(event.target.checked)}
          className="mt-1 accent-(--accent)"
        />
        <span>
          <code className="font-mono text-small">{option.name}</code>
          {doc}
        </span>
      </label>
    );
  }
  return (
    <div>
      <label htmlFor={id} className="font-mono text-small">
        {option.name}
      </label>
      {option.choices ? (
        <Select
          id={id}
          label={option.name}
          value={JSON.stringify(value)}
          options={option.choices.map((c) => ({ value: JSON.stringify(c), label: String(c) }))}
          onChange={(text) => onChange(JSON.parse(text))}
        />
      ) : (
        <ValueField id={id} option={option} value={value} onChange={onChange} />
      )}
      {doc}
    </div>
  );
}

const placeholders: Readonly<Record<string, string>> = { int: "a whole number", float: "a number", "int[]": "none", "string[]": "not set" };

interface ValueFieldProps extends OptionFieldProps {
  readonly id: string;
}

/** Scrolls the message about a field into view, also at the end of a form that scrolls. */
function reveal(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "nearest" });
}

/** A field for a value as text. A text that is not a value stays in the field, and the last good value applies. */
function ValueField({ id, option, value, onChange }: ValueFieldProps) {
  const shown = shownOption(value, option.type);
  const [written, setWritten] = useState<{ readonly text: string | undefined; readonly over: string }>();
  const setDraft = (text: string | undefined) => setWritten({ text, over: shown });
  // The draft is dropped when the value changes elsewhere, by undo or another target.
  const draft = written?.over === shown ? written.text : undefined;
  const [isLeft, setIsLeft] = useState(false);
  const text = draft ?? shown;
  const isWrong = draft !== undefined && parseOption(draft, option) === undefined;
  return (
    <>
      <input
        id={id}
        value={text}
        spellCheck={false}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? `${id}-wanted` : undefined}
        placeholder={placeholders[option.type] ?? option.type}
        onChange={(event) => setDraft(event.target.value)}
        onFocus={() => setIsLeft(false)}
        onBlur={() => {
          setIsLeft(true);
          if (draft === undefined || isWrong) return;
          if (draft !== shown) onChange(parseOption(draft, option));
          setDraft(undefined);
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter") event.currentTarget.blur();
        }}
        className="mt-0.5 h-7 w-full rounded-md border border-line-strong bg-panel px-2 font-mono text-small aria-invalid:border-danger"
      />
      {isWrong && isLeft && (
        <span ref={reveal} id={`${id}-wanted`} role="status" className="block text-small leading-5 text-danger">
          <Prose text={optionWanted(option)} />{" "}
          <span className="text-ink-3">
            <Prose text={shown === "" ? "The run uses the default." : `The run uses \`${shown}\`.`} />
          </span>{" "}
          <button type="button" onClick={() => setDraft(undefined)} className="rounded font-medium text-accent hover:underline">
            Back to it
          </button>
        </span>
      )}
    </>
  );
}
