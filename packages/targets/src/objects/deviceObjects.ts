/** Devices as Python sees them. Follows python/tvm/_ffi/runtime_ctypes.py. */
import { hostAttribute, hostClass, hostFunction, hostMethod, PyHost, raised, type Value } from "@relayscope/python";

/** The numbers of devices by their names. */
const deviceTypes: ReadonlyMap<string, number> = new Map(
  Object.entries({ cpu: 1, cuda: 2, opencl: 4, vulkan: 7, metal: 8, vpi: 9, rocm: 10, ext_dev: 12, webgpu: 15, hexagon: 16, aocl: 32 }),
);

/** Other names of devices. */
const deviceNames: ReadonlyMap<string, string> = new Map([
  ..."llvm stackvm c test hybrid composite".split(" ").map((name): [string, string] => [name, "cpu"]),
  ["nvptx", "cuda"],
  ["cl", "opencl"],
  ["sdaccel", "opencl"],
  ["aocl_sw_emu", "aocl"],
]);

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
    device_type: hostAttribute("device_type", DeviceObject, (self) => deviceTypes.get(self.kind) ?? null),
    device_id: hostAttribute("device_id", DeviceObject, (self) => self.id),
    __repr__: hostMethod("__repr__", "self", (_m, self = null) => (self instanceof DeviceObject ? self.text : "")),
  },
});

/** A device by its name, which other words may follow. Raises ValueError for a name that TVM has not. */
export function deviceNamed(text: string, id: Value = 0): Value {
  const [name = ""] = text.split(" ");
  const kind = deviceNames.get(name) ?? name;
  if (!deviceTypes.has(kind)) throw raised("ValueError", `Unknown device type: ${name}`);
  return new DeviceObject(kind, Number(id));
}

/** The functions that make devices. */
export const deviceMembers: Readonly<Record<string, Value>> = {
  Device: deviceClass,
  device: hostFunction("device", "dev_type, dev_id=0", (_m, kind = null, id = 0) => deviceNamed(String(kind), id)),
  ...Object.fromEntries(
    ["cpu", "cuda", "gpu", "opencl", "cl", "vulkan", "metal", "vpi", "rocm", "ext_dev", "hexagon"].map((kind) => [
      kind,
      hostFunction(kind, "dev_id=0", (_m, id = 0) => deviceNamed(kind === "gpu" ? "cuda" : kind, id)),
    ]),
  ),
};
