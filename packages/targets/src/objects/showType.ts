/** Types as `repr` shows them in the reference. */
import { type Dim, type Type, typeText } from "@relayscope/ir";
import { primsOf, primText } from "./prim.ts";

/** A type as `repr` shows it: `TensorType([1, 4], float32)`. */
export function showType(type: Type): string {
  if (type.kind === "TypeCall") return `TypeCallNode(${scriptOf(type.func)}, [${type.args.map(showType).join(", ")}])`;
  return type.kind === "TensorType" ? `TensorType(${showShape(type.shape)}, ${type.dtype})` : scriptOf(type);
}

function showShape(shape: readonly Dim[]): string {
  return `[${primsOf(shape)
    .map((p) => primText(p))
    .join(", ")}]`;
}

/** A type in the form of TVM's own script, as the reference shows types that hold others. */
function scriptOf(type: Type): string {
  switch (type.kind) {
    case "TensorType":
      return `I.TensorType(${showShape(type.shape)}, "${type.dtype}")`;
    case "TupleType":
      return type.fields.length === 0 ? "None" : `T.Tuple(${type.fields.map(scriptOf).join(", ")})`;
    case "FuncType":
      return `I.FuncType([${type.typeParams.map(scriptOf).join(", ")}], [${type.params.map(scriptOf).join(", ")}], ${scriptOf(type.result)})`;
    case "RefType":
      return `I.RelayRef(${scriptOf(type.value)})`;
    case "TypeVar":
      return `I.TypeVar("${type.name}", "${type.typeKind === "Shape" ? "ShapeVar" : type.typeKind}")`;
    case "GlobalTypeVar":
      return `I.GlobalTypeVar("${type.name}", "AdtHandle")`;
    case "IncompleteType":
      return "I.IncompleteType()";
    default:
      return typeText(type);
  }
}
