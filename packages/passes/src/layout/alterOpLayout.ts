/**
 * AlterOpLayout: converts operators to the layouts that a device's schedules ask for. Follows
 * src/relay/transforms/alter_op_layout.cc, run without a device. Then only a target's file can request another layout,
 * which the pass reports. Calls are rebuilt as in the reference.
 */
import { functionPass } from "../core/functionPass.ts";
import { inferType } from "../core/inferType.ts";
import type { AlterCall } from "../core/layoutConverter.ts";
import { definePass } from "../core/pass.ts";
import { noDevice } from "./diagnostics.ts";
import { rewriteLayouts } from "./layoutRewriter.ts";

const onTheWay = functionPass({
  name: "AlterOpLayout",
  summary: "Keeps every operator in its layout that a file does not alter.",
  upstream: ["src/relay/transforms/alter_op_layout.cc"],
  optLevel: 3,
  runFunction({ f, context, lineage }) {
    const alter: AlterCall = (call, attrs, args) => {
      const alterer = call.op.kind === "Op" ? context.layoutAlterers?.get(call.op.name) : undefined;
      return alterer?.(call, attrs, args);
    };
    const result = rewriteLayouts(f, alter, context, lineage);
    return result.kind === "Function" ? result : f;
  },
});

export const alterOpLayout = definePass({
  name: "AlterOpLayout",
  summary: "Converts operators to the layouts that a device asks for. No device is known here, so nothing changes.",
  upstream: ["src/relay/transforms/alter_op_layout.cc"],
  optLevel: 3,
  requires: [inferType],
  run(input) {
    const result = onTheWay.run(input);
    if (input.context.layoutAlterers?.size) return result;
    return { ...result, diagnostics: [...result.diagnostics, noDevice()] };
  },
});
