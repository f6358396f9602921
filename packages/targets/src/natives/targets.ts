/**
 * Devices and targets, as far as files look at them. Follows python/tvm/target/target.py and
 * python/tvm/runtime/ndarray.py.
 */
import {
  hostAttribute,
  hostClass,
  hostFunction,
  hostMethod,
  type PyClass,
  PyDict,
  PyList,
  PyObject,
  raised,
  staticMethod,
  type Value,
} from "@relayscope/python";
import { stateOf } from "../host/state.ts";
import { mapOfAttrs } from "../objects/attrsObjects.ts";
import { arrayOf } from "../objects/containers.ts";
import { give, making } from "../objects/nodeClasses.ts";
import { TvmObject, tvmObjectClass } from "../objects/tvmObject.ts";

/** Kinds of targets that the reference knows. */
const kinds: ReadonlySet<string> = new Set(
  (
    "example_target_hook ccompiler test stackvm c cuda metal nvptx llvm hexagon rocm hybrid webgpu composite vulkan opencl aocl ext_dev sdaccel " +
    "aocl_sw_emu"
  ).split(" "),
);

class TargetObject extends TvmObject {
  readonly text: string;

  constructor(text: string) {
    super(targetClass);
    this.text = text;
  }

  override get key(): unknown {
    return this;
  }

  get kind(): string {
    return this.text.trim().split(/\s+/)[0] ?? "";
  }

  /** The value of an option: `-mcpu=x`. */
  option(name: string): string | undefined {
    return new RegExp(`(?:^|\\s)-${name}=(\\S+)`).exec(this.text)?.[1];
  }

  override show(): string {
    return this.text;
  }
}

const targetClass: PyClass = hostClass({ name: "Target", module: "tvm.target.target", bases: [tvmObjectClass] });

class KindObject extends TvmObject {
  readonly name: string;

  constructor(name: string) {
    super(kindClass);
    this.name = name;
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

function targetOf(value: Value): TargetObject {
  if (value instanceof TargetObject) return value;
  const text = value instanceof PyDict ? String(value.getText("kind") ?? "") : String(value);
  const made = new TargetObject(text);
  if (!kinds.has(made.kind))
    throw raised("ValueError", `ValueError: Target kind "${made.kind}" is not defined. Target creation from string failed: ${text}`);
  return made;
}

give(targetClass, {
  __new__: making("Target", "target, host=None", (_m, _cls, target = null) => targetOf(target)),
  current: staticMethod(hostFunction("current", "allow_none=True", (m) => stateOf(m).targets.at(-1) ?? null)),
  list_kinds: staticMethod(hostFunction("list_kinds", "", () => new PyList([...kinds]))),
  kind: hostAttribute("kind", TargetObject, (self) => new KindObject(self.kind)),
  keys: hostAttribute("keys", TargetObject, (self) => arrayOf([self.kind === "llvm" ? "cpu" : self.kind])),
  attrs: hostAttribute("attrs", TargetObject, () => mapOfAttrs(new Map())),
  mcpu: hostAttribute("mcpu", TargetObject, (self) => self.option("mcpu") ?? ""),
  libs: hostAttribute("libs", TargetObject, (self) => arrayOf((self.option("libs") ?? "").split(",").filter((lib) => lib !== ""))),
  __enter__: hostMethod("__enter__", "self", (m, self = null) => {
    stateOf(m).targets.push(self);
    return self;
  }),
  __exit__: hostMethod("__exit__", "self, ptype, value, trace", (m) => {
    stateOf(m).targets.pop();
    return null;
  }),
});

const targetMaker = (name: string, kind: string) => hostFunction(name, "*args, **options", () => new TargetObject(kind));

/** What `tvm.target` has. */
export const targetMembers: Readonly<Record<string, Value>> = {
  Target: targetClass,
  TargetKind: kindClass,
  cuda: targetMaker("cuda", "cuda"),
  arm_cpu: targetMaker("arm_cpu", "llvm -device=arm_cpu"),
  rocm: targetMaker("rocm", "rocm"),
  create: hostFunction("create", "target", (_m, target = null) => targetOf(target)),
};

class DeviceObject extends PyObject {
  readonly kind: string;

  constructor(kind: string) {
    super(deviceClass);
    this.kind = kind;
  }
}

const deviceClass = hostClass({
  name: "Device",
  module: "tvm._ffi.runtime_ctypes",
  members: {
    exist: hostAttribute("exist", DeviceObject, (self) => self.kind === "cpu"),
    __repr__: hostMethod("__repr__", "self", (_m, self = null) => (self instanceof DeviceObject ? `${self.kind}(0)` : "")),
  },
});

/** The functions that make devices. */
export const deviceMembers: Readonly<Record<string, Value>> = {
  Device: deviceClass,
  device: hostFunction("device", "dev_type, dev_id=0", (_m, kind = null) => new DeviceObject(String(kind))),
  ...Object.fromEntries(
    ["cpu", "cuda", "gpu", "opencl", "cl", "vulkan", "metal", "rocm", "ext_dev", "hexagon"].map((kind) => [
      kind,
      hostFunction(kind, "dev_id=0", () => new DeviceObject(kind)),
    ]),
  ),
};
