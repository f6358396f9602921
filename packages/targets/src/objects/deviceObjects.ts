/** Devices as Python sees them. Follows python/tvm/_ffi/runtime_ctypes.py. */
import { hostAttribute, hostClass, hostFunction, hostMethod, PyHost, type Value } from "@relayscope/python";

/** The numbers of devices by their names. */
const deviceTypes: Readonly<Record<string, number>> = {
  cpu: 1,
  cuda: 2,
  opencl: 4,
  vulkan: 7,
  metal: 8,
  rocm: 10,
  ext_dev: 12,
  hexagon: 16,
};

/** Other names of devices. */
const deviceNames: Readonly<Record<string, string>> = { llvm: "cpu", c: "cpu", gpu: "cuda", nvptx: "cuda", cl: "opencl" };

class DeviceObject extends PyHost {
  constructor(
    readonly kind: string,
    readonly id: number,
  ) {
    super(deviceClass);
  }

  override get key(): unknown {
    return this.text;
  }

  get text(): string {
    return `${this.kind}(${this.id})`;
  }
}

const deviceClass = hostClass({
  name: "Device",
  module: "tvm._ffi.runtime_ctypes",
  members: {
    exist: hostAttribute("exist", DeviceObject, (self) => self.kind === "cpu"),
    device_type: hostAttribute("device_type", DeviceObject, (self) => deviceTypes[self.kind]),
    device_id: hostAttribute("device_id", DeviceObject, (self) => self.id),
    __repr__: hostMethod("__repr__", "self", (_m, self = null) => (self instanceof DeviceObject ? self.text : "")),
  },
});

/** A device by its name. */
export function deviceNamed(name: string, id: Value = 0): Value {
  return new DeviceObject(deviceNames[name] ?? name, Number(id));
}

/** The functions that make devices. */
export const deviceMembers: Readonly<Record<string, Value>> = {
  Device: deviceClass,
  device: hostFunction("device", "dev_type, dev_id=0", (_m, kind = null, id = 0) => deviceNamed(String(kind), id)),
  ...Object.fromEntries(
    ["cpu", "cuda", "gpu", "opencl", "cl", "vulkan", "metal", "rocm", "ext_dev", "hexagon"].map((kind) => [
      kind,
      hostFunction(kind, "dev_id=0", (_m, id = 0) => deviceNamed(kind, id)),
    ]),
  ),
};
