/**
 * Instruments of a pass context: objects of the file whose hooks are called around passes, and may skip them. Follows
 * src/ir/instrument.cc. The reference's own instruments measure and print, and are left out.
 */
import type { Module } from "@relayscope/ir";
import { call, findAttribute, type Runtime, truth, type Value } from "@relayscope/python";
import { NotBuilt } from "../diagnostics.ts";
import { MissingObject } from "../load/standIns.ts";
import { ModuleObject } from "../objects/moduleObjects.ts";
import { type InnerPass, inferType, innerOfFunctionPass, innerPasses, type PassedModule } from "./innerPasses.ts";
import { type ContextData, nameOfPass, type PassData } from "./passData.ts";
import { infoOf, PassInfoObject } from "./passInfo.ts";

/** Calls a hook of all instruments that have it. Returns the results. */
export function notify(m: Runtime, { instruments }: ContextData, hook: string, given: readonly Value[] = []): readonly Value[] {
  const own = instruments.filter((instrument) => !(instrument instanceof MissingObject));
  return own.flatMap((instrument) => {
    const found = findAttribute(m, instrument, hook);
    return found === undefined ? [] : [call(m, found, given)];
  });
}

/** Runs a pass between the hooks of the instruments; `stopped` is the result if an instrument skips it. */
export function instrumented(
  m: Runtime,
  data: PassData,
  object: ModuleObject,
  context: ContextData,
  { run, stopped }: { readonly run: () => ModuleObject; readonly stopped: () => ModuleObject },
): ModuleObject {
  if (context.instruments.length === 0) return run();
  const info = infoOf(data);
  const { module } = object;
  const before = [object, info];
  const isRequired = context.requiredPasses.includes(nameOfPass(data));
  if (!isRequired && !notify(m, context, "should_run", before).every((answer) => truth(m, answer))) return stopped();
  notify(m, context, "run_before_pass", before);
  const result = run();
  for (const inner of innerOf(data, { before: module, after: result.module, context })) notifyInner(m, inner, result, context);
  notify(m, context, "run_after_pass", [result, info]);
  return result;
}

/** Calls the hooks where InferType runs outside of any sequence. */
export function notifyInferType(m: Runtime, module: Module, context: ContextData): void {
  if (context.instruments.length > 0) notifyInner(m, inferType, new ModuleObject(module), context);
}

function innerOf(data: PassData, passed: PassedModule): readonly InnerPass[] {
  if (data.kind === "function") return innerOfFunctionPass;
  return data.kind === "built-in" ? innerPasses(data.pass.name, passed) : [];
}

/** Calls the hooks for a pass that runs within another. It has no run of its own here, so no hook can skip it. */
function notifyInner(m: Runtime, { name, inner }: InnerPass, module: Value, context: ContextData): void {
  const given = [module, new PassInfoObject(name, 0, [])];
  if (!notify(m, context, "should_run", given).every((answer) => truth(m, answer))) throw new NotBuilt(`${name} within another pass`);
  notify(m, context, "run_before_pass", given);
  for (const one of inner) notifyInner(m, one, module, context);
  notify(m, context, "run_after_pass", given);
}
