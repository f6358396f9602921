/**
 * Running passes as the reference does. Follows src/ir/transform.cc and FunctionPassNode in src/relay/ir/transform.cc.
 */
import {
  type AttrValue,
  type Expr,
  Failure,
  type Func,
  isAttrList,
  isSkippedByPasses,
  type Module,
  mapFunctions,
  withFunctions,
} from "@relayscope/ir";
import { type PassContext, type PassResult, passContext, typingFailureOf } from "@relayscope/passes";
import { findPass } from "@relayscope/passes/all";
import { call, type Runtime, typeName, type Value } from "@relayscope/python";
import { NotBuilt } from "../diagnostics.ts";
import { stateOf } from "../host/state.ts";
import { refuseMissing } from "../load/standIns.ts";
import { internalError, tvmError } from "../objects/errors.ts";
import { ExprObject, wrapExpr } from "../objects/exprHolder.ts";
import { asModuleFunction, ModuleObject } from "../objects/moduleObjects.ts";
import { ask, rulesOf } from "./ask.ts";
import { callHooksOf } from "./callHooks.ts";
import { currentContext, wrapContext } from "./contexts.ts";
import { guarded } from "./failures.ts";
import { instrumented, notifyInferType } from "./instruments.ts";
import { withOwnNodes } from "./ownNodes.ts";
import {
  type BuiltInPass,
  type ContextData,
  levelOfPass,
  nameOfPass,
  type OwnPass,
  type PassData,
  type PassStep,
  requiredBy,
  type SequencePass,
  type SinglePass,
} from "./passData.ts";
import { regionHooksOf } from "./regionHooks.ts";
import { refuseUnread } from "./unread.ts";
import { refuseUntyped } from "./untyped.ts";

/** Passes that change the module that they are given, and return it. */
const inPlace: ReadonlySet<string> = new Set(["Inline", "RemoveUnusedFunctions", "ToANormalForm"]);

/**
 * Runs a pass on a module. Returns the module after it: the object that was given, for a pass that changes modules in
 * place or returns the one that it got. Raises what the reference raises.
 */
export function runPass(m: Runtime, data: PassData, object: ModuleObject): ModuleObject {
  return runWithin(m, data, object, currentContext(m));
}

function runWithin(m: Runtime, data: PassData, object: ModuleObject, context: ContextData): ModuleObject {
  const step = (skipped: string) => (data.kind === "sequence" ? object : runSingle(m, data, object, context, skipped));
  const run = () => (data.kind === "sequence" ? runSequence(m, data, object, context) : step(""));
  return instrumented(m, data, object, context, { run, stopped: () => step("is stopped by an instrument of the context") });
}

/** Runs a single pass, or only notes it: a pass of the file is then taken to return what it was given. */
function runSingle(m: Runtime, pass: SinglePass, object: ModuleObject, context: ContextData, skipped: string): ModuleObject {
  const before = object.module;
  const step: PassStep = { pass, context, skipped, object };
  const after = stateOf(m).runStep(m, step, before);
  if (step.made instanceof ModuleObject && step.made.module === after) return step.made;
  if (skipped !== "" || pass.kind === "module" || (pass.kind === "built-in" && inPlace.has(pass.pass.name))) {
    if (after !== before) object.cell.module = after;
    return object;
  }
  return new ModuleObject(after);
}

function runSequence(m: Runtime, data: SequencePass, object: ModuleObject, context: ContextData): ModuleObject {
  let current = object;
  for (const inner of data.passes) {
    const skipped = reasonToSkip(inner, context);
    if (skipped !== "") {
      if (inner.kind !== "sequence") current = runSingle(m, inner, current, context, skipped);
      continue;
    }
    for (const required of requiredBy(inner)) {
      const pass = typeof required === "string" ? findPass(required) : required;
      if (!pass) throw internalError(`Check failed: (f != nullptr) is false: Cannot use ${required} to create the pass`);
      const data: BuiltInPass = { kind: "built-in", pass, options: {} };
      const given = current;
      const run = () => new ModuleObject(runBuiltIn(m, data, given.module, context).module);
      current = instrumented(m, data, given, context, { run, stopped: () => given });
    }
    current = runWithin(m, inner, current, context);
  }
  return current;
}

/** Why a sequence would leave a pass out; empty where it runs. */
function reasonToSkip(data: PassData, context: ContextData): string {
  const name = nameOfPass(data);
  if (context.disabledPasses.includes(name)) return "is disabled by the context";
  if (context.requiredPasses.includes(name)) return "";
  const level = levelOfPass(data);
  return level > context.optLevel ? `needs opt level ${level}, the context has ${context.optLevel}` : "";
}

/** One pass for good. Raises what the reference raises. */
export function runForGood(m: Runtime, step: PassStep, module: Module): Module {
  const { pass, context, skipped } = step;
  if (skipped !== "") return module;
  switch (pass.kind) {
    case "built-in":
      return runBuiltIn(m, pass, module, context).module;
    case "module":
      return runOnModule(m, pass, step, module);
    case "function":
      return runOnFunctions(m, pass, module, context);
    case "unsupported":
      throw new NotBuilt(`tvm.relay.transform.${pass.name}`);
  }
}

/** A pass of a file on the whole module. */
function runOnModule(m: Runtime, pass: OwnPass, step: PassStep, module: Module): Module {
  const made = moduleFrom(call(m, pass.callee, [objectOf(step, module), wrapContext(step.context)]));
  step.made = made;
  return made.module;
}

/** What a pass of a file is given: a handle on the module that the program holds, if the pass runs on that one. */
function objectOf({ object }: PassStep, module: Module): ModuleObject {
  return object instanceof ModuleObject && object.module === module ? object.handle() : new ModuleObject(module);
}

/** A pass of a file on each function, then type inference. What the pass puts into the module stays there. */
function runOnFunctions(m: Runtime, pass: OwnPass, module: Module, context: ContextData): Module {
  const functions = new Map(module.functions);
  const seen = new ModuleObject(module);
  for (const [name, f] of module.functions) {
    if (isSkippedByPasses(f)) continue;
    functions.set(name, functionFrom(call(m, pass.callee, [wrapExpr(f), seen, wrapContext(context)])));
  }
  for (const f of functions.values()) if (!isSkippedByPasses(f)) asModuleFunction(f);
  const inferType = findPass("InferType");
  const changed = withFunctions(seen.module, new Map([...seen.module.functions, ...functions]));
  return inferType ? runBuiltIn(m, { kind: "built-in", pass: inferType, options: {} }, changed, context).module : changed;
}

/** What a pass of a file gives. Raises for anything but a function. */
function functionFrom(value: Value): Func {
  if (value instanceof ExprObject && value.node.kind === "Function") return value.node;
  throw unexpected("relay.Function", value);
}

function moduleFrom(value: Value): ModuleObject {
  if (value instanceof ModuleObject) return value;
  throw unexpected("IRModule", value);
}

/** What is raised for a value that is not of the class that the compiler asks for. */
export function unexpected(wanted: string, value: Value) {
  refuseMissing(value);
  if (value === null) return tvmError(`Check failed: (TObjectRef::_type_is_nullable) is false: Expect a not null value of ${wanted}`);
  return internalError(`Check failed: (!checked_type.defined()) is false: Expected ${wanted}, but got ${typeName(value)}`);
}

/** A pass of the compiler, with what came of it. Raises what the reference raises. */
function runBuiltIn(m: Runtime, built: BuiltInPass, module: Module, data: ContextData): PassResult {
  const { pass, options, tables, keepsApart } = built;
  refuseUnread(m, pass.name, module);
  if (!stateOf(m).hasHoles) refuseUntyped(built, module);
  const context = { ...contextFor(m, data), ...callHooksOf(m) };
  const onInferType = data.instruments.length > 0 ? () => notifyInferType(m, module, data) : undefined;
  const under = {
    ...context,
    onInferType,
    keepsApart: keepsApart === undefined ? undefined : (node: Expr) => ask(m, keepsApart, node),
    tables: { ...(tables ?? { patterns: [], rules: rulesOf(m, options) }), regionHooks: regionHooksOf(m) },
  };
  return guarded(() => {
    const result = pass.run({ module: context.hasHoles ? module : mapFunctions(module, withOwnNodes), options, context: under });
    const error = result.diagnostics.find((d) => d.severity === "error");
    if (error) throw new Failure(error);
    const untyped = pass.name === "InferType" ? typingFailureOf(result, context) : undefined;
    if (untyped) throw untyped;
    return result;
  });
}

/** A program's context as passes want it. */
export function contextFor(m: Runtime, data: ContextData): PassContext {
  const { operators, freshNames, hasHoles } = stateOf(m);
  return passContext(operators, {
    optLevel: data.optLevel,
    requiredPasses: data.requiredPasses,
    disabledPasses: data.disabledPasses,
    config: plainConfig(data),
    freshNames,
    hasHoles,
  });
}

/** The options of a context as plain data. */
export function plainConfig({ config }: ContextData): ReadonlyMap<string, unknown> {
  return new Map([...config].map(([name, value]) => [name, plain(value)]));
}

/** An attribute as plain data. */
function plain(value: AttrValue): unknown {
  if (value === null || typeof value !== "object") return value;
  if (isAttrList(value)) return value.map(plain);
  switch (value.kind) {
    case "Float":
    case "Int":
      return Number(value.value);
    case "Dict":
      return Object.fromEntries([...value.entries].map(([k, v]) => [k, plain(v)]));
    case "Raw":
      return value.text;
    case "Meta":
      return null;
  }
}
