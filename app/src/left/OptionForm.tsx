import type { PassInfo } from "@relayscope/engine";
import { useId, useState } from "react";
import { Prose } from "../ui/Prose.tsx";
import { Select } from "../ui/Select.tsx";

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
        <ValueField id={id} type={option.type} value={value} onChange={onChange} />
      )}
      {doc}
    </div>
  );
}

/**
 * Parses typed text as a value of an option's type; undefined if it is not one. Strings are taken literally, lists with
 * or without brackets, the rest as JSON. An empty field is the empty list for a list of numbers, and null for
 * everything else.
 */
export function parseOption(text: string, type: string): unknown {
  if (type === "string") return text;
  if (text.trim() === "") return type === "int[]" ? [] : null;
  const value = valueOf(text, type);
  switch (type) {
    case "int":
      return Number.isInteger(value) ? value : undefined;
    case "float":
      return typeof value === "number" ? value : undefined;
    case "int[]":
      return Array.isArray(value) && value.every(Number.isInteger) ? value : undefined;
    case "string[]":
      return Array.isArray(value) && value.every((v) => typeof v === "string") ? value : undefined;
    default:
      return value;
  }
}

function valueOf(text: string, type: string): unknown {
  const isBareList = type.endsWith("[]") && !/[[\]"{}]/.test(text);
  // A version is written with dots.
  const words = text.split(type === "int[]" ? /[\s,.]+/ : /[\s,]+/).filter((word) => word !== "");
  if (isBareList) return type === "int[]" ? words.map(Number) : words;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const placeholders: Readonly<Record<string, string>> = { int: "a whole number", float: "a number", "int[]": "none", "string[]": "not set" };

/** A value as it is in its field: lists without brackets and quotes. */
function shownValue(value: unknown, type: string): string {
  if (value === null || value === undefined) return "";
  if (type === "string" && typeof value === "string") return value;
  const isPlain = Array.isArray(value) && type.endsWith("[]") && value.every((item) => /^[^\s,[\]"{}]+$/.test(String(item)));
  return isPlain ? value.join(", ") : JSON.stringify(value);
}

function ValueField({
  id,
  type,
  value,
  onChange,
}: {
  readonly id: string;
  readonly type: string;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}) {
  const shown = shownValue(value, type);
  const [draft, setDraft] = useState<string>();
  const text = draft ?? shown;
  const isWrong = draft !== undefined && parseOption(draft, type) === undefined;
  return (
    <input
      id={id}
      value={text}
      spellCheck={false}
      aria-invalid={isWrong}
      placeholder={placeholders[type] ?? type}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={() => {
        if (draft === undefined) return;
        const parsed = parseOption(draft, type);
        if (parsed !== undefined && draft !== shown) onChange(parsed);
        setDraft(undefined);
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter") event.currentTarget.blur();
      }}
      className="mt-0.5 h-7 w-full rounded-md border border-line-strong bg-panel px-2 font-mono text-small aria-invalid:border-danger"
    />
  );
}
