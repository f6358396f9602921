/** A region of dnnl without any of these operators is not worth a call of the library. */
export const dnnlHeavyOperators: ReadonlySet<string> = new Set([
  "nn.conv1d",
  "nn.conv2d",
  "nn.conv2d_transpose",
  "nn.conv3d",
  "nn.conv3d_transpose",
  "nn.dense",
  "nn.layer_norm",
  "nn.batch_matmul",
  "nn.global_avg_pool2d",
]);
