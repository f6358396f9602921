import { readFileSync } from "node:fs";
import type { AttrField, AttrValue } from "@relayscope/ir";
import { describe, expect, it } from "vitest";
import { operators } from "../src/index.ts";
import { families } from "../src/operators.ts";

/** What TVM registers for an operator: fixtures/operators.json, which fixtures/operators.py writes. */
interface Listed {
  readonly name: string;
  readonly num_inputs: number;
  readonly arguments: readonly string[];
  readonly attrs_type?: string;
  /** Null where the reference could not list them; absent where it does not say of what type they are. */
  readonly attrs?: readonly { readonly name: string; readonly type: string }[] | null;
  readonly fusion_kind: string | null;
  readonly TOpIsStateful?: boolean;
}

const listed = JSON.parse(readFileSync(new URL("fixtures/operators.json", import.meta.url), "utf8")) as readonly Listed[];

/**
 * Attributes that the reference prints, though it does not say of what type they are: here from its attribute structs.
 */
const structsUnlisted: Readonly<Record<string, readonly string[]>> = {
  "annotation.cast_hint": ["dtype"],
  "annotation.compiler_begin": ["compiler"],
  "annotation.compiler_end": ["compiler"],
  "annotation.with_funcid": ["fid"],
  arange: ["start", "stop", "step", "dtype"],
  collapse_sum_to: ["shape", "dtype"],
  cumprod: ["axis", "dtype", "exclusive"],
  cumsum: ["axis", "dtype", "exclusive"],
  debug: ["debug_func"],
  device_copy: ["src_virtual_device", "dst_virtual_device"],
  dft: ["inverse"],
  "dyn.expand_dims": ["num_newaxis"],
  "memory.alloc_storage": ["dtype", "virtual_device"],
  "memory.alloc_tensor": ["dtype", "const_shape", "assert_shape"],
  meta_schedule_layout_transform: ["index_map"],
  "nn.dilate": ["strides", "dilation_value"],
  scatter_elements: ["axis", "reduction"],
  scatter_nd: ["mode"],
  stft: ["n_fft", "hop_length", "win_length", "normalized", "onesided"],
  strided_set: ["begin", "end", "strides", "slice_mode", "axes"],
  trilu: ["upper"],
  unique: ["sorted", "return_counts"],
  "vision.all_class_non_max_suppression": ["output_format"],
  "vision.get_valid_counts": ["score_threshold", "id_index", "score_index"],
  "vision.non_max_suppression": [
    "force_suppress",
    "top_k",
    "coord_start",
    "score_index",
    "id_index",
    "return_indices",
    "invalid_to_bottom",
  ],
  "vision.proposal": [
    "scales",
    "ratios",
    "feature_stride",
    "threshold",
    "rpn_pre_nms_top_n",
    "rpn_post_nms_top_n",
    "rpn_min_size",
    "iou_loss",
  ],
  "vision.regular_non_max_suppression": ["max_detections_per_class", "max_detections", "num_classes", "iou_threshold", "score_threshold"],
  "vision.roi_align": ["pooled_size", "spatial_scale", "sample_ratio", "layout", "mode"],
  "vision.roi_pool": ["pooled_size", "spatial_scale", "layout"],
};

/**
 * The reference registers one struct and makes the calls with another (or another of the same name): fields that only
 * the other has.
 */
const fieldsOfTheOtherStruct: Readonly<Record<string, readonly string[]>> = {
  "nn.avg_pool2d_grad": ["count_include_pad"],
  "nn.contrib_dense_pack": ["weight_layout"],
  "relay.op.annotation.simulated_quantize": ["kind", "sign", "rounding"],
};

/** A field as the list writes it: its kind of value, and its default. */
function listedField(type: string): { kind: string; fallback: string | undefined } {
  const [, cppType = "", fallback] = /^(.*?)(?:, default=(.*))?$/u.exec(type) ?? [];
  return { kind: cppType, fallback };
}

const kinds: Readonly<Record<string, readonly string[]>> = {
  int: ["int"],
  uint64_t: ["int"],
  double: ["double"],
  bool: ["bool"],
  str: ["string"],
  "runtime.String": ["string"],
  DataType: ["dtype"],
  Array: ["int[]", "object"],
  IntImm: ["object"],
  PrimExpr: ["object"],
  Map: ["object"],
  VirtualDevice: ["object"],
  "runtime.Object": ["object"],
};

/** A default as the list writes it. */
function defaultText(field: AttrField): string | undefined {
  if (!("default" in field)) return undefined;
  const value = field.default as AttrValue;
  if (field.type === "dtype" && value === "") return "void";
  return valueText(value);
}

function valueText(value: AttrValue): string {
  if (value === null) return "(nullptr)";
  if (typeof value === "boolean") return String(Number(value));
  if (Array.isArray(value)) return `[${value.map((v) => (isFloat(v) ? `T.float32(${pythonFloat(v.value)})` : valueText(v))).join(", ")}]`;
  if (isFloat(value))
    return Math.abs(value.value) < 1e-4 && value.value !== 0
      ? value.value.toExponential().replace(/e-(\d)$/u, "e-0$1")
      : String(value.value);
  if (typeof value === "object" && "kind" in value && value.kind === "Dict") return "{}";
  if (typeof value === "object" && "kind" in value && value.kind === "Raw") return value.text;
  return String(value);
}

function isFloat(value: AttrValue): value is { kind: "Float"; value: number } {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "Float";
}

/** A float32 as Python writes its double. */
function pythonFloat(value: number): string {
  const rounded = Math.fround(value);
  return Number.isInteger(rounded) ? rounded.toFixed(1) : String(rounded);
}

describe("the operators, against the reference's list", () => {
  it("are the same, each once", () => {
    const names = Object.values(families).flatMap((family) => family.map((definition) => definition.name));
    expect([...names].sort()).toEqual(listed.map((entry) => entry.name).sort());
  });

  describe.each(listed.map((entry) => [entry.name, entry] as const))("%s", (name, entry) => {
    const definition = operators.get(name);

    it("has the arguments, the kind of fusion and the statefulness", () => {
      expect(definition?.args).toEqual(entry.arguments);
      if (entry.num_inputs >= 0) expect(definition?.inputCount ?? definition?.args.length).toBe(entry.num_inputs);
      expect(definition?.fusionKind ?? null).toBe(entry.fusion_kind);
      expect(definition?.isStateful).toBe(entry.TOpIsStateful);
      expect(definition?.description).toMatch(/\.$/u);
    });

    it("has the attributes, in order, with their defaults", () => {
      const fields = definition?.attrs?.fields ?? [];
      if (!entry.attrs) {
        expect(fields.map((f) => f.name)).toEqual(structsUnlisted[name] ?? []);
        return;
      }
      const other = fieldsOfTheOtherStruct[name] ?? [];
      const own = fields.filter((f) => !other.includes(f.name));
      expect(fields.length).toBe(own.length + other.length);
      expect(own.map((f) => f.name)).toEqual(entry.attrs.map((a) => a.name));
      if (other.length === 0) expect(definition?.attrs?.name ?? "DictAttrs").toBe(entry.attrs_type);
      entry.attrs.forEach((attribute, i) => {
        const { kind, fallback } = listedField(attribute.type);
        const field = own[i] as AttrField;
        expect(kinds[kind], `${attribute.name}: ${kind}`).toContain(field.type);
        expect(defaultText(field), attribute.name).toBe(fallback);
      });
    });
  });
});
