/** Generators of calls whose values can be compared: those of the operators' types, with smaller sizes and dtypes that the reference compiles. */
import type { OperatorCase } from "../operators/case.ts";
import { generators } from "../operators/generators.ts";
import type { Random } from "../operators/random.ts";

export const valueGenerators: ReadonlyMap<string, (random: Random) => OperatorCase> = generators;
