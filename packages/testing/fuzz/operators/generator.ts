/** What makes random calls: a table by operator, and what the runners take from it. */
import type { AttrValue, Type } from "@relayscope/ir";
import type { Random } from "../random.ts";
import type { OperatorCase } from "./case.ts";
import { type Pieces, pieces } from "./pieces.ts";

export type Attributes = Record<string, AttrValue>;

/** A call of the operator that the table names: its arguments, and attributes if there are any. */
export interface Made extends Pick<OperatorCase, "args" | "text"> {
  readonly attrs?: Attributes;
}

/** Makes a call that the operator mostly accepts: at once, or arguments first and then attributes that suit them. */
export type Generator =
  | ((r: Pieces) => Made)
  | { readonly args: (r: Pieces) => readonly Type[]; readonly attrs?: (r: Pieces, args: readonly Type[]) => Attributes };

export type GeneratorTable = Readonly<Record<string, Generator>>;

/** One generator for several operators, whose names are in one text. */
export function alike(names: string, generator: Generator): GeneratorTable {
  return Object.fromEntries(names.split(" ").map((name) => [name, generator]));
}

/** What makes the calls of each operator. */
export function callsOf(table: GeneratorTable): ReadonlyMap<string, (random: Random) => OperatorCase> {
  const made = (generator: Generator, r: Pieces): Made => {
    if (typeof generator === "function") return generator(r);
    const args = generator.args(r);
    return { args, attrs: generator.attrs?.(r, args) ?? {} };
  };
  return new Map(
    Object.entries(table).map(([operator, generator]) => [
      operator,
      (random) => ({ operator, attrs: {}, ...made(generator, pieces(random)) }),
    ]),
  );
}
