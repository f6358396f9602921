import { type DescribedValue, type ModelDescription, sizeOf } from "@relayscope/engine/models";
import { useId } from "react";
import { grouped, plural } from "../ui/format.ts";
import type { ModelState } from "./useModel.ts";

/** Inputs, the sizes to fill in, outputs and operators. */
export function ModelContents({ description, model }: { readonly description: ModelDescription; readonly model: ModelState }) {
  const { inputs, outputs, unknownSizes, operators, notes, takesTypes, keepsParameters } = description;
  const nodes = operators.reduce((sum, o) => sum + o.count, 0);
  const keepId = useId();
  return (
    <div>
      <div className="grid gap-x-8 sm:grid-cols-2">
        <Values title="Inputs" values={inputs} model={model} takesTypes={takesTypes} />
        <Values title="Outputs" values={outputs} model={model} />
      </div>
      {unknownSizes.length > 0 && (
        <section aria-label="Sizes that the file leaves open">
          <h2 className="mt-4 mb-1.5 font-semibold">Sizes that the file leaves open</h2>
          <ul className="grid gap-x-8 gap-y-1.5 sm:grid-cols-2">
            {unknownSizes.map((size) => (
              <SizeField key={size.key} label={size.label} reason={size.reason} model={model} sizeKey={size.key} />
            ))}
          </ul>
        </section>
      )}
      <h2 className="mt-4 mb-1.5 font-semibold">
        Operators <span className="font-normal text-ink-3">{plural(nodes, "node")}</span>
      </h2>
      <ul className="flex flex-wrap gap-1.5">
        {operators.map(({ name, count, isSupported }) => (
          <li
            key={name}
            className={`rounded-md px-2 py-0.5 text-small ${isSupported ? "bg-page text-ink-2" : "bg-warn-soft text-warn"}`}
            data-hint={isSupported ? undefined : "TVM's frontend does not have this operator"}
          >
            {isSupported ? "" : "⚠ "}
            {name} <span className="text-ink-3">× {grouped(count)}</span>
          </li>
        ))}
      </ul>
      {notes.map((note) => (
        <p key={note} className="mt-1.5 text-ink-3">
          {note}
        </p>
      ))}
      <label htmlFor={keepId} className="mt-3 flex items-center gap-2">
        <input
          id={keepId}
          type="checkbox"
          checked={model.keepsParameters}
          onChange={(event) => model.setKeepsParameters(event.target.checked)}
        />
        Keep weights as parameters{" "}
        <span className="text-ink-3">{keepsParameters ? "(as by default in TVM)" : "(else they are constants, as by default in TVM)"}</span>
      </label>
    </div>
  );
}

interface ValuesProps {
  readonly title: string;
  readonly values: readonly DescribedValue[];
  readonly model: ModelState;
  /** Whether other element types may be chosen. */
  readonly takesTypes?: boolean;
}

function Values({ title, values, model, takesTypes = false }: ValuesProps) {
  return (
    <section aria-label={title} className="min-w-0">
      <h2 className="mt-4 mb-1.5 font-semibold">{title}</h2>
      <ul className="flex flex-col gap-1">
        {values.slice(0, mostShown).map(({ name, type, shape }) => (
          <li key={name} className="flex items-baseline gap-2 font-mono text-note">
            <span className="min-w-0 truncate text-ink">{name}</span>
            <span className="shrink-0 text-ink-2">
              {takesTypes && inputTypes.includes(type) ? (
                <select
                  aria-label={`Type of ${name}`}
                  value={model.dtypes.get(name) ?? type}
                  onChange={(event) => model.setType(name, event.target.value)}
                  className="h-5 rounded border border-line-strong bg-panel"
                >
                  {inputTypes.map((dtype) => (
                    <option key={dtype}>{dtype}</option>
                  ))}
                </select>
              ) : (
                type
              )}
              {shape && <Shape shape={shape} model={model} />}
            </span>
          </li>
        ))}
      </ul>
      {values.length > mostShown && <p className="text-ink-3">and {values.length - mostShown} more</p>}
    </section>
  );
}

const mostShown = 8;

/** Types that an input may be given. */
const inputTypes: readonly string[] = ["float32", "float16", "int8", "uint8", "int16", "int32", "int64", "bool"];

/** Sizes that the file states; those that were filled in are highlighted. */
function Shape({ shape, model }: { readonly shape: NonNullable<DescribedValue["shape"]>; readonly model: ModelState }) {
  return (
    <span className="ml-1.5">
      (
      {shape.map((size, axis) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sizes are their axes
        <span key={axis}>
          {axis > 0 && ", "}
          {typeof size === "number" ? (
            size
          ) : (
            <span className="rounded-[3px] bg-accent-soft px-[3px] text-accent">{model.sizes.get(size) ?? "?"}</span>
          )}
        </span>
      ))}
      )
    </span>
  );
}

interface SizeFieldProps {
  readonly label: string;
  readonly reason: string;
  readonly sizeKey: string;
  readonly model: ModelState;
}

function SizeField({ label, reason, sizeKey, model }: SizeFieldProps) {
  const id = useId();
  const text = model.sizes.get(sizeKey) ?? "";
  const isDynamic = sizeOf(text) === "?";
  const isWrong = sizeOf(text) === undefined;
  return (
    <li className="flex items-center gap-2">
      <label htmlFor={id} className="min-w-0 flex-1 truncate font-mono text-note">
        {label}
      </label>
      <span className="truncate text-note text-ink-3">{isWrong ? "a number, or ?" : isDynamic ? "dynamic" : reason}</span>
      <input
        id={id}
        value={text}
        inputMode="numeric"
        aria-invalid={isWrong}
        onChange={(event) => model.setSize(sizeKey, event.target.value)}
        className={`h-6 w-16 shrink-0 rounded border bg-panel px-1.5 text-right font-mono text-small ${isWrong ? "border-danger" : "border-line-strong"}`}
      />
      <button
        type="button"
        aria-pressed={isDynamic}
        data-hint="Leave this size dynamic"
        onClick={() => model.setSize(sizeKey, isDynamic ? "1" : "?")}
        className={`h-6 shrink-0 rounded-md px-2 text-small font-medium ${isDynamic ? "bg-accent-soft text-accent" : "text-ink-3 hover:bg-hover"}`}
      >
        dynamic
      </button>
    </li>
  );
}
