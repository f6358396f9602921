/** Attributes that the reference registers for its own operators, at level 10, and that files register too. */
import type { OperatorDefinitions } from "@relayscope/ops";
import { listedPrecision } from "@relayscope/passes/all";

const registered: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    FTVMLegalize:
      "clip erf nn.batch_matmul nn.bias_add nn.bitserial_conv2d nn.conv2d nn.conv2d_backward_weight nn.conv2d_transpose " +
      "nn.conv3d_transpose nn.deformable_conv2d nn.dense nn.matmul take",
    FTVMAlterOpLayout:
      "add nn.conv2d nn.conv2d_transpose nn.conv3d nn.deformable_conv2d nn.dense nn.sparse_dense qnn.conv2d qnn.dense qnn.requantize",
    FTVMConvertOpLayout:
      "image.resize1d image.resize2d nn.avg_pool2d nn.conv2d nn.conv2d_backward_weight nn.conv2d_transpose nn.conv3d " +
      "nn.conv3d_transpose nn.deformable_conv2d nn.global_avg_pool2d nn.global_max_pool2d nn.max_pool2d qnn.avg_pool2d " +
      "qnn.conv2d qnn.conv2d_transpose vision.roi_align vision.roi_pool",
    FTVMQnnLegalize:
      "qnn.abs qnn.conv2d qnn.conv2d_transpose qnn.dense qnn.erf qnn.exp qnn.hardswish qnn.log qnn.rsqrt qnn.sigmoid qnn.sqrt qnn.tanh",
  }).map(([key, operators]) => [key, new Set(operators.split(" "))]),
);

/** The level of an attribute that the reference registers; undefined where it registers none. */
export function ownLevel(operators: OperatorDefinitions, operator: string, key: string): number | undefined {
  return isOwn(operators, operator, key) ? 10 : undefined;
}

function isOwn(operators: OperatorDefinitions, operator: string, key: string): boolean {
  if (key === "TOpPattern") return operators.get(operator)?.fusionKind !== undefined;
  if (key === "FTVMMixedPrecisionConversionType") return listedPrecision(operator) !== undefined;
  return registered.get(key)?.has(operator) === true;
}
