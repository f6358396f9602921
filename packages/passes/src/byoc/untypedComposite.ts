/**
 * Where the reference raises on a fresh composite: it infers the types again while the composite's parameters have no
 * types yet, and looks at every call inside once before they get them. Most type relations wait; a few raise or crash
 * on an argument whose type is not known yet. Follows TypeInferencer (src/relay/transforms/type_infer.cc) and the
 * relations named below; the places were asked of the reference, operator by operator.
 */
import { at, type Call, type Expr, type Func, postOrder } from "@relayscope/ir";

/**
 * An argument that a relation can't wait for. `fields`: a literal tuple will not do either while its first field is
 * unknown.
 */
interface Impatience {
  readonly arguments: readonly number[];
  /** The argument that the relation waits for first, and the one that it then can't wait for. */
  readonly once?: readonly [known: number, argument: number];
  readonly fields?: boolean;
  /** The relation reports a diagnostic of the module; others end in a check of the compiler's own. */
  readonly reports?: boolean;
}

const impatient: ReadonlyMap<string, Impatience> = new Map<string, Impatience>([
  ["adv_index", { arguments: [0] }],
  ["auto_scheduler_layout_transform", { arguments: [0] }],
  ["collapse_sum_to", { arguments: [0, 1] }],
  ["concatenate", { arguments: [0], reports: true }],
  ["dyn.one_hot", { arguments: [0] }],
  ["dyn.ones", { arguments: [0] }],
  ["dyn.zeros", { arguments: [0] }],
  ["einsum", { arguments: [0], reports: true }],
  ["matrix_set_diag", { arguments: [0, 1] }],
  ["meshgrid", { arguments: [0], fields: true, reports: true }],
  ["nn.bitpack", { arguments: [0] }],
  ["nn.deformable_conv2d", { arguments: [0] }],
  ["nn.sparse_add", { arguments: [0, 1, 2] }],
  ["nn.sparse_conv2d", { arguments: [1], once: [0, 3] }],
  ["nn.sparse_dense", { arguments: [1], once: [0, 3] }],
  ["nn.sparse_transpose", { arguments: [0, 1, 2] }],
  ["one_hot", { arguments: [0] }],
  ["searchsorted", { arguments: [0, 1] }],
  ["sequence_mask", { arguments: [0, 1] }],
  ["sliding_window", { arguments: [0], reports: true }],
  ["sparse_fill_empty_rows", { arguments: [0] }],
  ["vision.roi_align", { arguments: [0, 1] }],
]);

/** The first call inside a new composite that the reference can't type, in its order; undefined if there is none. */
export function untypableCall(composite: Func): Call | undefined {
  const params = new Set<Expr>(composite.params);
  const unknown = new Set<Expr>();
  let found: Call | undefined;
  postOrder(
    composite.body,
    (e) => {
      if (found) return;
      if (e.kind === "Call" && raises(e, unknown)) found = e;
      if (isUnknown(e, params, unknown)) unknown.add(e);
    },
    (e) => e.kind !== "Function",
  );
  return found;
}

/** Whether the reference reports such a call as a diagnostic of the module. */
export function isReported({ op }: Call): boolean {
  return op.kind !== "Op" || impatient.get(op.name)?.reports === true;
}

function raises(call: Call, unknown: ReadonlySet<Expr>): boolean {
  // What is called has no type parameters yet: the reference counts none, and the call has arguments for some.
  if (unknown.has(call.op)) return call.typeArgs.length > 0;
  const impatience = call.op.kind === "Op" ? impatient.get(call.op.name) : undefined;
  if (!impatience) return false;
  const [first, second] = impatience.once ?? [];
  const awaited = first === undefined ? undefined : call.args[first];
  const later = second === undefined || !awaited || unknown.has(awaited) ? [] : [second];
  return [...impatience.arguments, ...later].some((i) => {
    const arg = call.args[i];
    if (!arg) return false;
    if (arg.kind !== "Tuple") return unknown.has(arg);
    const [first] = arg.fields;
    return impatience.fields === true && first !== undefined && unknown.has(first);
  });
}

/**
 * Whether a node's type is open at first: it depends on a parameter. A tuple is known to be one, whatever its fields.
 */
function isUnknown(e: Expr, params: ReadonlySet<Expr>, unknown: ReadonlySet<Expr>): boolean {
  switch (e.kind) {
    case "Var":
      return params.has(e);
    case "Call":
      if (e.op.kind === "Function") return e.op.returnType === undefined;
      return unknown.has(e.op) || e.args.some((a) => unknown.has(a) || (a.kind === "Tuple" && a.fields.some((f) => unknown.has(f))));
    case "TupleGetItem":
      return e.tuple.kind === "Tuple" ? unknown.has(at(e.tuple.fields, e.index)) : unknown.has(e.tuple);
    case "If":
      return unknown.has(e.thenBranch) && unknown.has(e.elseBranch);
    case "Let":
      return unknown.has(e.body);
    default:
      return false;
  }
}
