/** The values of a tensor of a model file. Follows onnx.numpy_helper.to_array. */
import { BinaryReader } from "@bufbuild/protobuf/wire";
import {
  at,
  bytesPerElement,
  elementCount,
  emptyArray,
  lazyTensor,
  present,
  setElement,
  type TensorArray,
  type TensorData,
} from "@relayscope/ir";
import { ConversionFailure } from "../../diagnostics.ts";
import { viewAs } from "../../views.ts";
import type { NumberBytes, Tensor } from "./model.ts";
import { dtypeNames } from "./schema.ts";

/** The dtype that the reference gives a tensor's values; bfloat16 weights come as float32. */
export function dtypeOfTensor({ dataType }: Tensor): string {
  if (dataType === 16) return "float32";
  const dtype = dtypeNames[dataType];
  if (dtype === undefined || bytesPerElement(dtype) === undefined) {
    throw new ConversionFailure(
      dtype === undefined
        ? `its element type ${dataType} has no counterpart in Relay.`
        : `its elements are of type ${dtype}, which Relay has no tensors of.`,
    );
  }
  return dtype;
}

/**
 * A tensor's values, decoded on demand. Raw and aligned values stay a view of the file. Undefined if they are outside
 * the file. Throws a `ConversionFailure` if type, shape and data do not agree.
 */
export function tensorData(tensor: Tensor): TensorData | undefined {
  if (tensor.hasSegment) throw new ConversionFailure("its data comes in segments, which is not read.");
  const dtype = dtypeOfTensor(tensor);
  const { dims } = tensor;
  if (dims.some((d) => !Number.isSafeInteger(d) || d < 0)) throw new ConversionFailure(`its shape (${dims.join(", ")}) is none.`);
  const count = elementCount(dims);
  if (!Number.isSafeInteger(count)) throw new ConversionFailure(`its shape (${dims.join(", ")}) has too many elements.`);
  if (tensor.external) return undefined;
  const given = givenCount(tensor);
  if (given !== count) {
    throw new ConversionFailure(
      `its shape (${dims.join(", ")}) says ${count} ${count === 1 ? "element" : "elements"}, and its data holds ${given}.`,
    );
  }
  return lazyTensor(dtype, dims, () => valuesOf(tensor, count));
}

const bfloat16 = 16;

/** Bytes of an element where the data is raw. */
function rawSize({ dataType }: Tensor): number {
  return dataType === bfloat16 ? 2 : (bytesPerElement(dtypeNames[dataType] ?? "") ?? 1);
}

/** The list that holds the values where they are not raw. */
function listOf(tensor: Tensor): { readonly pieces: NumberBytes; readonly width: number | undefined } {
  switch (tensor.dataType) {
    case 1:
      return { pieces: tensor.floatData, width: 4 };
    case 11:
      return { pieces: tensor.doubleData, width: 8 };
    case 7:
      return { pieces: tensor.int64Data, width: undefined };
    case 12:
    case 13:
      return { pieces: tensor.uint64Data, width: undefined };
    default:
      return { pieces: tensor.int32Data, width: undefined };
  }
}

function givenCount(tensor: Tensor): number {
  if (tensor.rawData) return tensor.rawData.length / rawSize(tensor);
  const { pieces, width } = listOf(tensor);
  let count = 0;
  for (const piece of pieces) {
    if (width !== undefined) count += piece.length / width;
    else for (let i = 0; i < piece.length; i++) if ((at(piece, i) & 0x80) === 0) count++;
  }
  return count;
}

function valuesOf(tensor: Tensor, count: number): TensorArray {
  const dtype = dtypeOfTensor(tensor);
  const { pieces, width } = listOf(tensor);
  const raw = tensor.rawData ?? (width !== undefined && pieces.length === 1 ? pieces[0] : undefined);
  if (raw && tensor.dataType !== bfloat16) return present(viewAs(dtype, raw));
  const values = present(emptyArray(dtype, count));
  const data: TensorData = { dtype, shape: [count], values };
  if (raw) {
    const halves = present(viewAs("uint16", raw));
    const bits = new Uint32Array(values.buffer, values.byteOffset, count);
    for (let i = 0; i < count; i++) bits[i] = ((halves[i] as number) << 16) >>> 0;
    return values;
  }
  fill(tensor, data);
  return values;
}

/** Values out of lists of numbers: half precision is as the integers of its bits. */
function fill(tensor: Tensor, data: TensorData): void {
  const { pieces, width } = listOf(tensor);
  const isBits = tensor.dataType === 10;
  let at = 0;
  for (const piece of pieces) {
    const reader = new BinaryReader(piece);
    while (reader.pos < reader.len) {
      const value = width === 4 ? reader.float() : width === 8 ? reader.double() : BigInt(reader.int64());
      if (isBits) (data.values as Uint16Array)[at++] = Number(BigInt.asUintN(16, BigInt(value)));
      else if (tensor.dataType === bfloat16) setBits(data.values as Float32Array, at++, Number(value));
      else setElement(data, at++, value);
    }
  }
}

function setBits(values: Float32Array, at: number, bits: number): void {
  new Uint32Array(values.buffer)[at] = (bits << 16) >>> 0;
}
