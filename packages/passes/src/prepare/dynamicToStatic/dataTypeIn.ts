/** What DynamicToStatic can't type: values of the module's data types. */
import { type Expr, type Func, postOrderList, type Type, typesWithin } from "@relayscope/ir";

/**
 * A node of a data type, or a constructor; undefined if there is none. The reference types each function on its own,
 * where no data type is defined (InferTypeLocal in src/relay/transforms/type_infer.cc).
 */
export function dataTypeIn(f: Func): Expr | undefined {
  const seen = new Set<Type>();
  const isOfDataType = (type: Type | undefined): boolean => {
    if (!type || seen.has(type)) return false;
    const open = [type];
    for (let here = open.pop(); here; here = open.pop()) {
      if (seen.has(here)) continue;
      seen.add(here);
      if (here.kind === "GlobalTypeVar") return true;
      open.push(...typesWithin(here));
    }
    return false;
  };
  return postOrderList(f).find((e) => e.kind === "Constructor" || isOfDataType(e.kind === "Var" ? e.annotation : e.checkedType));
}
