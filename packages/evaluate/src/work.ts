/** How much work a call is, in multiplications and the like: for budgets, not for clocks. */
import { type Attrs, attrOf, type Call, dimValue, intsOf, type Module, moduleOrder, type Type } from "@relayscope/ir";

function sizeOf(type: Type | undefined): number {
  if (type?.kind === "TupleType") return type.fields.reduce((sum, t) => sum + sizeOf(t), 0);
  if (type?.kind !== "TensorType") return 1;
  return type.shape.reduce<number>((n, d) => n * (dimValue(d) ?? 1), 1);
}

function lastSize(type: Type | undefined): number {
  const last = type?.kind === "TensorType" ? type.shape.at(-1) : undefined;
  return last === undefined ? 1 : (dimValue(last) ?? 1);
}

/** The work of one call of an operator. */
export function workOf(operator: string, attrs: Attrs | undefined, args: readonly (Type | undefined)[], result: Type): number {
  const out = sizeOf(result);
  if (/conv[123]d/u.test(operator)) {
    const channels = Math.max(1, Number(attrOf(attrs, "channels") ?? 0) || channelsOf(result));
    return operator.includes("transpose") ? sizeOf(args[0]) * (sizeOf(args[1]) / channelsOf(args[0])) : out * (sizeOf(args[1]) / channels);
  }
  if (/dense|matmul/u.test(operator)) return out * lastSize(args[0]);
  if (/_pool[123]d/u.test(operator)) {
    const window = intsOf(attrOf(attrs, "pool_size"));
    return window ? out * window.reduce((a, b) => a * b, 1) * 4 : sizeOf(args[0]) * 4;
  }
  return 2 * Math.max(out, ...args.map(sizeOf));
}

/** The channels of data in the usual layout. */
function channelsOf(type: Type | undefined): number {
  const second = type?.kind === "TensorType" ? type.shape[1] : undefined;
  return second === undefined ? 1 : Math.max(1, dimValue(second) ?? 1);
}

/** The work of running every call of a module once; loops and what is called twice are not counted again. */
export function workOfModule(module: Module): number {
  let work = 0;
  for (const e of moduleOrder(module)) {
    if (e.kind === "Call" && e.op.kind === "Op" && e.checkedType) work += workOfCall(e, e.op.name, e.checkedType);
  }
  return work;
}

function workOfCall(call: Call, operator: string, type: Type): number {
  return workOf(
    operator,
    call.attrs,
    call.args.map((a) => a.checkedType),
    type,
  );
}
