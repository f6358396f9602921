/** Replacing type variables in types. Follows Bind for types (src/ir/type_functor.cc). */
import { funcType, mapList, type Type, type TypeVar, tupleType } from "@relayscope/ir";

/** The type with its variables replaced by `map`; the same object if nothing changes. */
export function substituteType(type: Type, map: ReadonlyMap<TypeVar, Type>): Type {
  if (map.size === 0) return type;
  return mapType(type, (inner) => (inner.kind === "TypeVar" ? map.get(inner) : undefined));
}

/**
 * Rebuilds a type from the leaves up. `change` returns the replacement of a type, or undefined to look inside it. The
 * same object if nothing changes. A part that occurs several times is rebuilt once.
 */
export function mapType(type: Type, change: (type: Type) => Type | undefined): Type {
  return mapWithin(type, change, new Map());
}

function mapWithin(type: Type, change: (type: Type) => Type | undefined, known: Map<Type, Type>): Type {
  const changed = change(type) ?? known.get(type);
  if (changed) return changed;
  const inside = (inner: Type) => mapWithin(inner, change, known);
  const made = mapParts(type, inside);
  if (made !== type || type.kind !== "TensorType") known.set(type, made);
  return made;
}

function mapParts(type: Type, inside: (type: Type) => Type): Type {
  switch (type.kind) {
    case "TupleType": {
      const fields = mapList(type.fields, inside);
      return fields === type.fields ? type : tupleType(fields);
    }
    case "FuncType": {
      const params = mapList(type.params, inside);
      const result = inside(type.result);
      return params === type.params && result === type.result ? type : funcType(params, result, type.typeParams);
    }
    case "RefType": {
      const value = inside(type.value);
      return value === type.value ? type : { kind: "RefType", value };
    }
    case "TypeCall": {
      const func = inside(type.func);
      const args = mapList(type.args, inside);
      return func === type.func && args === type.args ? type : { kind: "TypeCall", func, args };
    }
    default:
      return type;
  }
}
