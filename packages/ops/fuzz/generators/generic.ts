/** Cases for any operator, by the kinds of its attributes: tensors of one type, small numbers, known strings. */
import type { AttrField, AttrValue } from "@relayscope/ir";
import type { OperatorDefinition } from "../../src/index.ts";
import type { CaseGenerator } from "../cases.ts";
import type { Random } from "../random.ts";

/** Arguments of one type mostly; each attribute that has a default is given or left out. */
export function genericGenerator(definition: OperatorDefinition): CaseGenerator {
  const count = definition.inputCount ?? definition.args.length;
  return (random) => {
    const first = random.tensor();
    const args = Array.from({ length: count }, () => (random.chance(0.7) ? first : random.tensor()));
    const attrs: Record<string, AttrValue> = {};
    for (const field of definition.attrs?.fields ?? []) {
      if ("default" in field && random.chance(0.6)) continue;
      const value = fieldValue(random, field, first.shape.length);
      if (value !== undefined) attrs[field.name] = value;
    }
    return { args, attrs };
  };
}

function fieldValue(random: Random, field: AttrField, rank: number): AttrValue | undefined {
  switch (field.type) {
    case "bool":
      return random.chance(0.5);
    case "int":
    case "int64":
      return random.int(-2, 3);
    case "float":
    case "double":
      return { kind: "Float", value: random.pick([0, 0.5, 1, 2]) };
    case "dtype":
      return random.dtype();
    case "string":
      return field.default ?? undefined;
    case "int[]":
      return Array.from({ length: random.pick([1, 2, Math.max(rank - 2, 1)]) }, () => random.int(0, 3));
    default:
      return field.default ?? random.int(-1, 3);
  }
}
