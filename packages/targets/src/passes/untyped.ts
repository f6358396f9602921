/**
 * Passes that a file runs alone on expressions without types. A sequence infers types first where a pass requires
 * that; called by itself, a pass raises as soon as it asks for a type that nobody has inferred.
 */
import { type Call, calledOp, type Expr, type Func, isSkippedByPasses, type Module, postOrder } from "@relayscope/ir";
import { internalError } from "../objects/errors.ts";
import { showExpr } from "../objects/showExpr.ts";
import type { BuiltInPass } from "./passData.ts";

/** The first expression whose type a pass asks for and does not find. */
type Asked = (f: Func) => Expr | undefined;

/** For passes that ask for every type. */
const body: Asked = (f) => (f.body.checkedType ? undefined : f.body);

/** For passes that ask for the types of the arguments of these calls. */
function argumentsOf(asks: (call: Call) => boolean): Asked {
  return (f) => {
    let found: Expr | undefined;
    postOrder(f, (e) => {
      if (e.kind === "Call" && calledOp(e) !== undefined && asks(e)) found ??= e.args.find((arg) => !arg.checkedType);
    });
    return found;
  };
}

const every = argumentsOf(() => true);

/** For passes whose functions for these operators ask. */
function argumentsOfCalls(operators: string): Asked {
  const names = new Set(operators.split(" "));
  return argumentsOf((call) => names.has(calledOp(call) ?? ""));
}

const added = argumentsOfCalls("add subtract");
const legalized = argumentsOfCalls(
  "clip erf take nn.batch_matmul nn.bias_add nn.bitserial_conv2d nn.conv2d nn.conv2d_backward_weight nn.conv2d_transpose " +
    "nn.conv3d_transpose nn.deformable_conv2d nn.dense nn.matmul",
);

const asked: ReadonlyMap<string, Asked> = new Map([
  ["AlterOpLayout", every],
  ["BackwardFoldScaleAxis", added],
  ["ConvertLayout", every],
  ["DeadCodeElimination", body],
  ["ForwardFoldScaleAxis", added],
  ["FuseOps", body],
  ["Legalize", legalized],
]);

/** Raises where a pass asks for a type of the module that is not there. */
export function refuseUntyped({ pass, options }: BuiltInPass, module: Module): void {
  const find = asked.get(pass.name);
  if (!find || (options.legalize_map_attr_name ?? "FTVMLegalize") !== "FTVMLegalize") return;
  for (const f of module.functions.values()) {
    const found = isSkippedByPasses(f) ? undefined : find(f);
    if (found) {
      const what = `the type checker has not populated the checked_type field for ${showExpr(found)}`;
      throw internalError(`Check failed: (checked_type_.defined()) is false: internal error: ${what}`);
    }
  }
}
