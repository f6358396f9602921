/**
 * Operators whose output shape depends on the values of an input (TShapeDataDependent, as python/tvm/relay/op registers
 * it).
 */
const dataDependent: ReadonlySet<string> = new Set([
  "arange",
  "argwhere",
  "broadcast_to",
  "dyn.broadcast_to",
  "dyn.expand_dims",
  "dyn.full",
  "dyn.image.resize2d",
  "dyn.nn.pad",
  "dyn.nn.upsampling",
  "dyn.nn.upsampling3d",
  "dyn.one_hot",
  "dyn.ones",
  "dyn.reshape",
  "dyn.sparse_to_dense",
  "dyn.squeeze",
  "dyn.strided_slice",
  "dyn.tile",
  "dyn.topk",
  "dyn.zeros",
  "sparse_fill_empty_rows",
  "stft",
]);

/** Whether a call's shape depends on its inputs' values. Follows IsDataDependent (src/relay/analysis/util.cc). */
export function isDataDependent(operator: string): boolean {
  return dataDependent.has(operator);
}
