/** What makes random calls. */
import type { Random } from "../random.ts";
import type { OperatorCase } from "./case.ts";

/** Operator names with what makes a call of each. */
export type Generators = readonly (readonly [string, (random: Random) => OperatorCase])[];
