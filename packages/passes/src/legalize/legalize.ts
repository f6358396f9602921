/**
 * Legalize: replaces operators by others that a device computes, or that need no scales. Follows
 * src/relay/transforms/legalize.cc; which table of rules is used, its option says.
 */
import { inferExpression } from "@relayscope/infer";
import { asFunction, type Call, calledOp, type Expr, lineageRecorder, rewriteFunction } from "@relayscope/ir";
import { functionPass } from "../core/functionPass.ts";
import { inferType } from "../core/inferType.ts";
import { leftAlone } from "../core/leftAlone.ts";
import { operatorCalls } from "../core/operatorCalls.ts";
import { choiceOrText } from "../core/options.ts";
import { recordMade } from "../core/recordMade.ts";
import { separateCopies } from "../core/separateCopies.ts";
import { constantFolder } from "../prepare/foldConstant.ts";
import { deviceOf } from "./device.ts";
import { deviceFormsUnknown, tooManySeparateCopies, variableReplaced } from "./diagnostics.ts";
import { deviceRules } from "./forDevice.ts";
import { deviceDependent, plainRules } from "./plain.ts";
import { quantizedRules } from "./quantized.ts";
import { replacedVariable } from "./replacedVariable.ts";
import { loweringOf, type Rule } from "./rule.ts";

/** The compiler's own rules by the attribute that has them. Files register others under any name. */
const tables: ReadonlyMap<string, ReadonlyMap<string, Rule>> = new Map([
  ["FTVMLegalize", plainRules],
  ["FTVMQnnLegalize", deviceRules],
  ["FTVMQnnCanonicalize", quantizedRules],
]);

export const legalize = functionPass({
  name: "Legalize",
  summary: "Replaces operators by others that a device computes, or quantized operators by plain ones.",
  upstream: ["src/relay/transforms/legalize.cc", "src/relay/qnn/op", "python/tvm/relay/qnn/op/legalizations.py"],
  optLevel: 1,
  requires: [inferType],
  options: {
    legalize_map_attr_name: choiceOrText(
      [...tables.keys()],
      "FTVMLegalize",
      "Whose rules: those of plain operators, what a device prefers of quantized ones, or plain operators for quantized ones.",
    ),
  },
  runFunction({ f, context, lineage, report, options }) {
    const rules = tables.get(options.legalize_map_attr_name);
    const own = context.legalizers?.(options.legalize_map_attr_name);
    const isPlain = rules === plainRules;
    const folder = constantFolder({ context, lineage: lineageRecorder(), report, asksTypes: false });
    const owners = new Set<Expr>();
    const tools = {
      calls: operatorCalls(context.operators),
      device: deviceOf(context.target),
      fold: (expr: Expr) => folder.rewrite(inferExpression(expr, undefined, context.operators).expr),
      separate(expr: Expr) {
        owners.add(expr);
        return expr;
      },
    };
    const lowered = (original: Call, rebuilt: Call): Expr => {
      const name = calledOp(original) ?? "";
      if (isPlain && context.target !== undefined && deviceDependent.has(name)) report(deviceFormsUnknown(original, context.target));
      const legalize = own?.get(name);
      if (legalize === null) return rebuilt;
      const made = legalize ? legalize(original, rebuilt.args) : rules?.get(name)?.(loweringOf(original, rebuilt.args, tools));
      const known = rebuilt.args.flatMap((arg) => (arg.kind === "Tuple" ? [arg, ...arg.fields] : [arg]));
      return made ? recordMade(made, known, lineage, original) : rebuilt;
    };
    const result = rewriteFunction(f, {
      lineage,
      post: (original, rebuilt) =>
        original.kind === "Call" && rebuilt.kind === "Call" ? leftAlone(context, () => lowered(original, rebuilt), rebuilt) : rebuilt,
    });
    if (owners.size === 0) return result;
    const replaced = context.hasHoles ? undefined : replacedVariable(result, owners, context.operators);
    if (replaced) throw variableReplaced(replaced);
    return asFunction(separateCopies(result, owners, lineage, tooManySeparateCopies));
  },
});
