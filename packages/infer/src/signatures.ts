/**
 * The types of global functions as their callers see them. Follows AddGlobalTypes (src/relay/transforms/type_infer.cc).
 */
import { at, type Func, type FuncType, funcType, keptIn, type TensorType, type Type, typesEqual } from "@relayscope/ir";
import { mapType } from "./substitute.ts";

/** Whether a type is complete as a function's declaration. */
export function isSignature(type: Type | undefined, callee: Func): type is FuncType {
  if (type?.kind !== "FuncType" || type.params.length !== callee.params.length || type.typeParams.length !== callee.typeParams.length) {
    return false;
  }
  const { returnType } = callee;
  const pairs = new Map(type.typeParams.map((v, i) => [v, at(callee.typeParams, i)]));
  return (
    returnType !== undefined &&
    typesEqual(type.result, returnType, pairs) &&
    type.params.every((p, i) => {
      const annotation = callee.params[i]?.annotation;
      return annotation !== undefined && typesEqual(p, annotation, pairs);
    })
  );
}

/**
 * The declaration of a typed function, with copied types. If inference unified two of its types, so that a call that
 * widens one widens the other, the copies are unified, too. Undefined if the function was not typed, or if its
 * declaration has changed.
 */
export function inferredSignature(f: Func): FuncType | undefined {
  const type = f.checkedType;
  if (!isSignature(type, f)) return undefined;
  const copies = new Map<TensorType, TensorType>();
  const copied = (t: Type): Type =>
    mapType(t, (inner) => {
      if (inner.kind !== "TensorType") return undefined;
      return keptIn(copies, inner, () => ({ ...inner }));
    });
  return funcType(type.params.map(copied), copied(type.result), type.typeParams);
}
