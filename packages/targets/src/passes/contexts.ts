/** Pass contexts as Python sees them. Follows python/tvm/ir/transform.py and src/ir/transform.cc. */
import { type AttrValue, mapOrder } from "@relayscope/ir";
import {
  collect,
  hostAttribute,
  hostClass,
  hostFunction,
  hostMethod,
  intOf,
  PyDict,
  type PyException,
  type Runtime,
  raised,
  staticMethod,
  textOf,
  typeError,
  typeName,
  unboxed,
  type Value,
} from "@relayscope/python";
import { stateOf } from "../host/state.ts";
import { mapOfAttrs } from "../objects/attrsObjects.ts";
import { arrayOf } from "../objects/containers.ts";
import { internalError } from "../objects/errors.ts";
import { give, making, unbuilt } from "../objects/nodeClasses.ts";
import { elementsOf } from "../objects/sequences.ts";
import { attrOf, textEntries } from "../objects/toCompiler.ts";
import { TvmObject, tvmObjectClass } from "../objects/tvmObject.ts";
import { configNames, optionKind, optionType } from "./configNames.ts";
import { notify } from "./instruments.ts";
import type { ContextData } from "./passData.ts";
import { levelOf, textFrom } from "./passInfo.ts";

/** The settings outside of any pass context. */
const outermost: ContextData = { optLevel: 2, requiredPasses: [], disabledPasses: [], config: new Map(), instruments: [] };

/** The context in which partition functions run their passes, and checks and rules are asked. */
export const partitionContext: ContextData = { ...outermost, optLevel: 3 };

/** The current context. */
export function currentContext(m: Runtime): ContextData {
  return stateOf(m).contexts.at(-1) ?? outermost;
}

class ContextObject extends TvmObject {
  constructor(readonly data: ContextData) {
    super(contextClass);
  }

  override get key(): unknown {
    return this.data;
  }

  override show(): string {
    const { optLevel, requiredPasses, disabledPasses, instruments, config } = this.data;
    const names = [requiredPasses, disabledPasses].map((list) => JSON.stringify(list).replaceAll(",", ", "));
    const lists = `\trequired passes: ${names[0]}\n\tdisabled passes: ${names[1]}\n\tinstruments: ${arrayOf(instruments).show()}`;
    return `Pass context information: \n\topt_level: ${optLevel}\n${lists}\n\tconfig: ${mapOfAttrs(config).show()}\n\ttrace stack: []`;
  }
}

/** A handle on a context. */
export function wrapContext(data: ContextData): TvmObject {
  return new ContextObject(data);
}

function contextIn(self: Value): ContextData {
  if (self instanceof ContextObject) return self.data;
  throw typeError("a pass context is expected");
}

function namesOf(m: Runtime, value: Value): readonly string[] {
  return value === null || value === false ? [] : (elementsOf(value) ?? collect(m, value)).map(textFrom);
}

function configOf(value: Value): ReadonlyMap<string, AttrValue> {
  const config = new Map<string, AttrValue>();
  for (const [name, given] of value instanceof PyDict ? textEntries(value) : []) {
    if (!configNames.has(name)) throw invalidOption(name);
    if (given === null) throw internalError(`Check failed: (obj.defined()) is false: AttributeError: ${name} is None`);
    const kind = optionKind(name);
    const isOfKind = kind === "object" || (kind === "text" ? textOf(given) : intOf(unboxed(given))) !== undefined;
    if (!isOfKind) throw raised("AttributeError", `Check failed: Expected ${kind === "text" ? "str" : "int"} but got ${typeName(given)}`);
    config.set(name, attrOf(given));
  }
  return config;
}

function invalidOption(name: string): PyException {
  return raised("AttributeError", `AttributeError: Invalid config option '${name}' candidates are: ${[...configNames].join(" ,")}`);
}

/** Each option with its type, in the order of the reference's maps. */
function listedConfigs(): Value {
  const typed = (name: string): AttrValue => ({ kind: "Dict", entries: new Map([["type", optionType(name)]]) });
  return mapOfAttrs(new Map(mapOrder([...configNames]).map((name) => [name, typed(name)])));
}

const contextClass = hostClass({ name: "PassContext", module: "tvm.ir.transform", bases: [tvmObjectClass] });

const signature =
  "opt_level=2, required_pass=None, disabled_pass=None, instruments=None, config=None, trace=None, trace_stack=None, make_traceable=None, " +
  "num_evals=0, tuning_api_database=None";

give(contextClass, {
  ...unbuilt("PassContext", "get_trace_stack make_traceable num_evals override_instruments trace_stack"),
  __new__: making("PassContext", signature, (m, _cls, level, required = null, disabled = null, instruments = null, config = null) => {
    return new ContextObject({
      optLevel: levelOf(level ?? null),
      requiredPasses: namesOf(m, required),
      disabledPasses: namesOf(m, disabled),
      config: configOf(config),
      instruments: instruments === null ? [] : (elementsOf(instruments) ?? collect(m, instruments)),
    });
  }),
  __enter__: hostMethod("__enter__", "self", (m, self) => {
    const context = contextIn(self);
    notify(m, context, "enter_pass_ctx");
    stateOf(m).contexts.push(context);
    return self;
  }),
  __exit__: hostMethod("__exit__", "self, ptype, value, trace", (m) => {
    const context = stateOf(m).contexts.pop();
    if (context) notify(m, context, "exit_pass_ctx");
    return null;
  }),
  current: staticMethod(hostFunction("current", "", (m) => new ContextObject(currentContext(m)))),
  list_configs: staticMethod(hostFunction("list_configs", "", listedConfigs)),
  opt_level: hostAttribute("opt_level", ContextObject, ({ data }) => data.optLevel),
  required_pass: hostAttribute("required_pass", ContextObject, ({ data }) => arrayOf(data.requiredPasses)),
  disabled_pass: hostAttribute("disabled_pass", ContextObject, ({ data }) => arrayOf(data.disabledPasses)),
  instruments: hostAttribute("instruments", ContextObject, ({ data }) => arrayOf([...data.instruments])),
  config: hostAttribute("config", ContextObject, ({ data }) => mapOfAttrs(data.config)),
});

/** The names of pass contexts in the transform modules. */
export const contextMembers: Readonly<Record<string, Value>> = { PassContext: contextClass };
