/** What the library's own Python builds on, and small functions of several modules. */
import type { Expr } from "@relayscope/ir";
import { hostFunction, PyDict, PyFunction, type Runtime, strClass, type Value } from "@relayscope/python";
import { NotBuilt } from "../diagnostics.ts";
import { stateOf } from "../host/state.ts";
import { AttrsObject, DictAttrsObject } from "../objects/attrsObjects.ts";
import { callOperator } from "../objects/callOperator.ts";
import { converted } from "../objects/converted.ts";
import { ExprObject } from "../objects/exprHolder.ts";
import { attrsByName, functionWithFields } from "../objects/functionObjects.ts";
import { operatorNamed } from "../objects/opObjects.ts";
import { PackedFunction } from "../objects/packedFunctions.ts";
import { castPrim } from "../objects/prim.ts";
import { PrimObject, primOf } from "../objects/primObjects.ts";
import { elementsOf } from "../objects/sequences.ts";
import { exprOf, structOf, textEntries } from "../objects/toCompiler.ts";
import { TvmObject } from "../objects/tvmObject.ts";

/** Whether two lists hold the same nodes. */
function sameList(a: Value, b: Value): boolean {
  const [xs, ys] = [elementsOf(a), elementsOf(b)];
  if (!xs || !ys || xs.length !== ys.length) return false;
  return xs.every((x, i) => {
    const y = ys[i];
    return x instanceof TvmObject && y instanceof TvmObject && x.key === y.key;
  });
}

/** A node of the language by its type's name: attributes of a function or of an operator, or a number. */
function makeNode(m: Runtime, key: Value, fields: Value): Value {
  if (!(fields instanceof PyDict)) return null;
  if (key === "DictAttrs") return new DictAttrsObject(attrsByName(fields));
  if (key === "IntImm" || key === "FloatImm") {
    return new PrimObject(castPrim(primOf(fields.getText("value") ?? null), String(fields.getText("dtype") ?? "int32")));
  }
  const { operators } = stateOf(m);
  for (const name of operators.names()) {
    const schema = operators.get(name)?.attrs;
    if (schema?.name === key) return new AttrsObject(structOf(schema, textEntries(fields)));
  }
  throw new NotBuilt(`make_node(${JSON.stringify(String(key))})`);
}

function expressions(m: Runtime, values: Value): readonly Expr[] {
  return (elementsOf(values) ?? []).map((value) => exprOf(m, value));
}

/** What the packaged TVM 0.19.0 is built with. */
const enabledTargets: ReadonlyMap<string, boolean> = new Map([
  ..."cpu llvm stackvm rpc".split(" ").map((name): [string, boolean] => [name, true]),
  ..."gpu cuda opencl rocm metal vulkan nvptx hexagon".split(" ").map((name): [string, boolean] => [name, false]),
]);

export const libraryMembers: Readonly<Record<string, Value>> = {
  note_rewriter: hostFunction("note_rewriter", "name", (m, name = null) => {
    stateOf(m).notes.add(String(name));
    return null;
  }),
  String: strClass,
  kind_of: hostFunction("kind_of", "expr", (_m, expr = null) => (expr instanceof ExprObject ? expr.node.kind : null)),
  same_list: hostFunction("same_list", "a, b", (_m, a = null, b = null) => sameList(a, b)),
  with_fields: functionWithFields,
  operator_call: hostFunction("operator_call", "name, *args, **attrs", (m, name = null, args = null, attrs = null) => {
    return callOperator(m, String(name), expressions(m, args), attrs instanceof PyDict ? textEntries(attrs) : []);
  }),
  get: hostFunction("get", "op_name", (m, name = null) => operatorNamed(m, name)),
  make_node: hostFunction("make_node", "type_key, **kwargs", (m, key = null, fields = null) => makeNode(m, key, fields)),
  convert: hostFunction("convert", "value", (_m, value = null) =>
    value instanceof PyFunction ? new PackedFunction(value) : converted(value),
  ),
  enabled: hostFunction("enabled", "target", (_m, target = null) => {
    const known = enabledTargets.get(String(target));
    if (known === undefined) throw new NotBuilt(`tvm.runtime.enabled(${JSON.stringify(String(target))})`);
    return known;
  }),
};
