import type { GivableName, TargetSpec } from "@relayscope/engine";
import { useId, useState } from "react";
import { bringNear } from "../../hooks/bringNear.ts";
import { usePage } from "../../state/page.ts";
import { Prose } from "../../ui/Prose.tsx";
import { Select } from "../../ui/Select.tsx";
import { giveValue, returning } from "./giveValue.ts";
import { usedInstead, whyRefused } from "./refusedValue.ts";

interface GivenValuesProps {
  readonly spec: TargetSpec;
  /** The names of the files that can be given a value. */
  readonly names: readonly GivableName[];
}

/** Replaces names of a target's files by values: those that only the vendor's machine knows, or plain values to try. */
export function GivenValues({ spec, names }: GivenValuesProps) {
  const page = usePage();
  const [added, setAdded] = useState<readonly string[]>([]);
  const given = spec.given ?? {};
  const isRow = ({ name, kind }: GivableName) => kind === "missing" || Object.hasOwn(given, name) || added.includes(name);
  const rows = names.filter(isRow);
  const others = names.filter((one) => !isRow(one));

  if (names.length === 0) return null;
  return (
    <section>
      <h3 className="font-semibold">Values of your machine</h3>
      <p className="mb-1 text-ink-3">A value here replaces a name of the file. The file stays as it is.</p>
      <ul className="flex flex-col gap-1.5">
        {rows.map((row) => (
          <li key={row.name}>
            <GivenValue
              row={row}
              isNew={added.at(-1) === row.name}
              expression={given[row.name]}
              onGive={(expression) => giveValue(page, spec, row.name, expression)}
            />
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <div className="mt-1.5 max-w-80">
          <Select
            label="Give a value to a name of the file"
            placeholder="Give a value to…"
            value=""
            options={others.map(({ name }) => ({ value: name, label: name }))}
            onChange={(name) => setAdded([...added, name])}
          />
        </div>
      )}
    </section>
  );
}

interface GivenValueProps {
  readonly row: GivableName;
  /** Whether the user has just chosen to give it a value. */
  readonly isNew: boolean;
  /** The applied expression; undefined for none. */
  readonly expression: string | undefined;
  readonly onGive: (expression: string | undefined) => Promise<string | undefined>;
}

const placeholders: Readonly<Record<GivableName["kind"], string>> = {
  missing: "not part of TVM 0.19.0: a value, or lambda: …",
  function: "what it returns",
  value: "",
};

/** A name with its given value. For a function without parameters, the value is its result. */
function GivenValue({ row, isNew, expression, onGive }: GivenValueProps) {
  const { name, kind, value: own } = row;
  const id = useId();
  const isFunction = kind === "function";
  const inForce = isFunction && expression?.startsWith(returning) ? expression.slice(returning.length) : (expression ?? "");
  const [draft, setDraft] = useState<string>();
  const [refusal, setRefusal] = useState<string>();

  async function commit(): Promise<void> {
    const text = draft?.trim();
    if (text === undefined || text === inForce) return setDraft(undefined);
    const wanted = isFunction && !text.startsWith("lambda") ? returning + text : text;
    const problem = await onGive(text === "" ? undefined : wanted);
    setRefusal(problem === undefined ? undefined : whyRefused({ row, expression: wanted, inForce }, problem));
    if (problem === undefined) setDraft(undefined);
  }

  return (
    <>
      <div className="flex items-center gap-2">
        <label htmlFor={id} className="min-w-24 shrink-0 font-mono text-small break-all">
          {name}
          {isFunction && "()"}
        </label>
        <input
          id={id}
          // biome-ignore lint/a11y/noAutofocus: the user has just chosen it from a list
          autoFocus={isNew}
          value={draft ?? inForce}
          spellCheck={false}
          aria-invalid={refusal !== undefined}
          placeholder={own ?? placeholders[kind]}
          onChange={(event) => setDraft(event.target.value)}
          onBlur={() => void commit()}
          onKeyDown={(event) => {
            if (event.key === "Enter") void commit();
          }}
          className="h-7 w-full min-w-0 rounded-md border border-line-strong bg-panel px-2 font-mono text-small aria-invalid:border-danger"
        />
      </div>
      {refusal !== undefined && (
        <p ref={bringNear} role="status" className="text-small text-danger">
          <Prose text={refusal} />{" "}
          <span className="text-ink-3">
            <Prose text={usedInstead({ row, inForce })} />
          </span>
        </p>
      )}
    </>
  );
}
