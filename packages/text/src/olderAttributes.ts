/** Attributes under the names and in the forms that older versions printed, as those of version 0.19.0. */
import { type AttrSchema, type AttrValue, isAttrList } from "@relayscope/ir";
import type { WrittenAttribute } from "./parseAttributes.ts";

/** What an older attribute means now: other attributes, with values made of its own. */
type Renaming = (value: AttrValue) => readonly (readonly [name: string, value: AttrValue])[];

const renamings: ReadonlyMap<string, Renaming> = new Map<string, Renaming>([
  ["se_scope", (value) => [["virtual_device", virtualDevice(value)]]],
  ["src_se_scope", (value) => [["src_virtual_device", virtualDevice(value)]]],
  ["dst_se_scope", (value) => [["dst_virtual_device", virtualDevice(value)]]],
  ["device_type", (value) => [["virtual_device", deviceOfType(value)]]],
  ["src_dev_type", (value) => [["src_virtual_device", deviceOfType(value)]]],
  ["dst_dev_type", (value) => [["dst_virtual_device", deviceOfType(value)]]],
  ["device_id", () => []],
  ["is_fixed", (value) => [["constrain_result", value]]],
  [
    "scale",
    (value) => [
      ["scale_h", value],
      ["scale_w", value],
    ],
  ],
]);

/** Attributes that operators have had since some version, and what their absence meant before. */
const added: ReadonlyMap<string, Added> = new Map<string, Added>([
  ["strided_slice.axes", () => null],
  ["strided_slice.strides", (written) => lengthOf(written, "begin").map(() => 1)],
  ["dyn.strided_slice.axes", () => null],
  ["qnn.dequantize.out_dtype", () => "float32"],
]);

type Added = (written: readonly WrittenAttribute[]) => AttrValue;

/** What the absence of an attribute meant before the operator had it; undefined where it always had it. */
export function valueBefore(operator: string, name: string, written: readonly WrittenAttribute[]): AttrValue | undefined {
  return added.get(`${operator}.${name}`)?.(written);
}

function lengthOf(written: readonly WrittenAttribute[], name: string): readonly AttrValue[] {
  const value = written.find((a) => a.name === name)?.value;
  return value !== undefined && isAttrList(value) ? value : [];
}

/** The attributes with older names replaced, where the operator has the newer ones and not the older; the same list where none is older. */
export function modernAttributes(schema: AttrSchema, written: readonly WrittenAttribute[]): readonly WrittenAttribute[] {
  if (!written.some((a) => !schema.index.has(a.name) && renamings.has(a.name))) return written;
  const isNewer = (name: string) => schema.index.has(name) && !written.some((a) => a.name === name);
  return written.flatMap((attribute) => {
    const rename = schema.index.has(attribute.name) ? undefined : renamings.get(attribute.name);
    const renamed = rename?.(attribute.value);
    if (!renamed?.every(([name]) => isNewer(name))) return [attribute];
    // A device's number has no meaning of its own: it belongs to the device's type.
    if (renamed.length === 0) return written.some((a) => a.name === "device_type") && isNewer("virtual_device") ? [] : [attribute];
    const id = attribute.name === "device_type" ? written.find((a) => a.name === "device_id")?.value : undefined;
    return renamed.map(([name, value]) => ({ ...attribute, name, value: typeof id === "number" ? withId(value, id) : value }));
  });
}

/** `SEScope(...)` and `meta[SEScope][0]` under their later name. */
function virtualDevice(value: AttrValue): AttrValue {
  if (typeof value !== "object" || value === null || isAttrList(value)) return value;
  if (value.kind === "Raw") return { kind: "Raw", text: value.text.replace(/^SEScope\(/, "VirtualDevice(") };
  return value.kind === "Meta" ? { ...value, type: value.type.replace(/^SEScope$/, "VirtualDevice") } : value;
}

function deviceOfType(value: AttrValue): AttrValue {
  return typeof value === "number" ? { kind: "Raw", text: `VirtualDevice(device_type=${value})` } : value;
}

function withId(device: AttrValue, id: number): AttrValue {
  const isRaw = typeof device === "object" && device !== null && !isAttrList(device) && device.kind === "Raw";
  return isRaw ? { kind: "Raw", text: device.text.replace(/\)$/, `, virtual_device_id=${id})`) } : device;
}
