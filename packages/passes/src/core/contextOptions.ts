/**
 * Options of passes that the reference keeps in its pass context: `PassContext(config={"relay.FuseOps.max_depth": 8})`.
 */
import type { Option, OptionSchema } from "./options.ts";
import type { PassContext } from "./pass.ts";

/** An option that the reference reads in its pass context, under the name `config`. */
export function ofContext<T>(config: string, option: Option<T>): Option<T> {
  return { ...option, config };
}

/** The value of an option: the given value if it is not the default, else the context's. */
export function inContext<T>(option: Option<T>, given: T, { config }: Pick<PassContext, "config">): T {
  const set = option.config === undefined ? undefined : config.get(option.config);
  return given === option.default && set !== undefined ? (option.read(set) ?? given) : given;
}

/** The options that a context sets, by their names in the schema. */
export function optionsInContext(schema: OptionSchema, config: ReadonlyMap<string, unknown>): Readonly<Record<string, unknown>> {
  const set = Object.entries(schema).flatMap(([name, option]) => {
    const value = option.config === undefined ? undefined : option.read(config.get(option.config));
    return value === undefined || value === option.default ? [] : [[name, value] as const];
  });
  return Object.fromEntries(set);
}
