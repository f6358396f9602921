/**
 * Devices and targets, as far as files look at them. Follows python/tvm/target/target.py and
 * python/tvm/runtime/ndarray.py.
 */
import {
  collect,
  hostAttribute,
  hostClass,
  hostFunction,
  hostMethod,
  type PyClass,
  PyDict,
  PyList,
  type Runtime,
  staticMethod,
  truth,
  type Value,
} from "@relayscope/python";
import { stateOf } from "../host/state.ts";
import { arrayOf, MapObject } from "../objects/containers.ts";
import { internalError } from "../objects/errors.ts";
import { give, making, unbuilt } from "../objects/nodeClasses.ts";
import { TvmObject, tvmObjectClass } from "../objects/tvmObject.ts";
import { type OptionValue, readTarget, readTargetDict, type TargetData, targetText } from "./readTarget.ts";
import { targetKinds } from "./targetKinds.ts";

class TargetObject extends TvmObject {
  constructor(readonly data: TargetData) {
    super(targetClass);
  }

  override show(): string {
    return targetText(this.data);
  }
}

/** The value of an option as Python sees it. */
function shownOption(value: OptionValue): Value {
  return typeof value === "object" ? arrayOf(value) : value;
}

const targetClass: PyClass = hostClass({ name: "Target", module: "tvm.target.target", bases: [tvmObjectClass] });

class KindObject extends TvmObject {
  constructor(readonly name: string) {
    super(kindClass);
  }

  override get key(): unknown {
    return this.name;
  }

  override show(): string {
    return this.name;
  }
}

const kindClass = hostClass({
  name: "TargetKind",
  module: "tvm.target.target",
  bases: [tvmObjectClass],
  members: { name: hostAttribute("name", KindObject, (self) => self.name) },
});

function targetOf(m: Runtime, value: Value): TargetObject {
  if (value instanceof TargetObject) return value;
  return new TargetObject(value instanceof PyDict ? readTargetDict(m, value) : readTarget(String(value)));
}

/** A field of a target with an option's value, or another where it has none. */
const text = (name: string, otherwise: string, option = name) =>
  hostAttribute(name, TargetObject, ({ data }) => shownOption(data.attrs.get(option) ?? otherwise));
const list = (name: string) =>
  hostAttribute(name, TargetObject, ({ data: { attrs } }) => {
    const value = attrs.get(name);
    return new PyList(typeof value === "object" ? [...value] : []);
  });
const limit = (name: string) =>
  hostAttribute(name, TargetObject, ({ data }) => {
    const value = data.attrs.get(name);
    if (value === undefined) throw internalError("Check failed: (it != n->end()) is false: cannot find the corresponding key in the Map");
    return shownOption(value);
  });

give(targetClass, {
  ...unbuilt("Target", "export features from_device get_kind_attr get_target_device_type max_function_args vtcm_capacity with_host"),
  __new__: making("Target", "target, host=None", (m, _cls, target = null, host = null) => {
    const made = targetOf(m, target);
    return host === null ? made : new TargetObject({ ...made.data, host: targetOf(m, host).data });
  }),
  current: staticMethod(
    hostFunction("current", "allow_none=True", (m, allowsNone) => {
      const current = stateOf(m).targets.at(-1) ?? null;
      if (current !== null || truth(m, allowsNone ?? true)) return current;
      throw internalError(
        "Check failed: (allow_not_defined) is false: Target context required. Please set it by constructing a TargetContext",
      );
    }),
  ),
  list_kinds: staticMethod(hostFunction("list_kinds", "", () => new PyList(Object.keys(targetKinds)))),
  kind: hostAttribute("kind", TargetObject, ({ data }) => new KindObject(data.kind)),
  tag: hostAttribute("tag", TargetObject, ({ data }) => data.tag),
  host: hostAttribute("host", TargetObject, ({ data }) => (data.host ? new TargetObject(data.host) : null)),
  keys: hostAttribute("keys", TargetObject, ({ data }) => arrayOf(data.keys)),
  attrs: hostAttribute("attrs", TargetObject, ({ data: { attrs } }) => {
    const find = (key: Value) => {
      const value = typeof key === "string" ? attrs.get(key) : undefined;
      return value === undefined ? undefined : shownOption(value);
    };
    return new MapObject(attrs, () => [...attrs].map(([name, value]) => [name, shownOption(value)] as const), find);
  }),
  mcpu: text("mcpu", ""),
  arch: text("arch", ""),
  model: text("model", "unknown"),
  device_name: text("device_name", "", "device"),
  libs: list("libs"),
  mattr: list("mattr"),
  max_num_threads: limit("max_num_threads"),
  thread_warp_size: limit("thread_warp_size"),
  max_shared_memory_per_block: limit("max_shared_memory_per_block"),
  max_block_size_x: limit("max_block_size_x"),
  max_block_size_y: limit("max_block_size_y"),
  supports_integer_dot_product: hostAttribute("supports_integer_dot_product", TargetObject, ({ data }) => {
    return data.attrs.get("supports_integer_dot_product") === true;
  }),
  __enter__: hostMethod("__enter__", "self", (m, self = null) => {
    stateOf(m).targets.push(self);
    return self;
  }),
  __exit__: hostMethod("__exit__", "self, ptype, value, trace", (m) => {
    stateOf(m).targets.pop();
    return null;
  }),
});

const targetMaker = (name: string, kind: string) =>
  hostFunction(name, "model='unknown', options=None", (m, model = null, options = null) => {
    const given = typeof options === "string" ? options : collect(m, options ?? new PyList([])).join(" ");
    return new TargetObject(readTarget(`${kind} -model=${String(model)} ${given}`));
  });

/** The members of `tvm.target`. */
export const targetMembers: Readonly<Record<string, Value>> = {
  Target: targetClass,
  TargetKind: kindClass,
  cuda: targetMaker("cuda", "cuda"),
  arm_cpu: targetMaker("arm_cpu", "llvm -device=arm_cpu"),
  mali: targetMaker("mali", "opencl -device=mali"),
  rocm: targetMaker("rocm", "rocm"),
  create: hostFunction("create", "target", (m, target = null) => targetOf(m, target)),
};
