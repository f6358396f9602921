/** Which generator makes an operator's cases. */
import type { OperatorDefinition } from "../../src/index.ts";
import type { CaseGenerator } from "../cases.ts";
import { genericGenerator } from "./generic.ts";
import { tensorGenerators } from "./tensors.ts";

/** One list for each group of families. */
const generators: ReadonlyMap<string, CaseGenerator> = new Map([...tensorGenerators]);

/** The operator's own generator, or one that goes by names and kinds of its arguments and attributes. */
export function generatorOf(definition: OperatorDefinition): CaseGenerator {
  return generators.get(definition.name) ?? genericGenerator(definition);
}
