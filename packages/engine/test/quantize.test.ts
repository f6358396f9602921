import { expect, test } from "vitest";
import { engineAfter, graphOf } from "./modules.ts";

const text = `def @main(%x: Tensor[(1, 2, 4, 4), float32]) {
  %0 = nn.conv2d(%x, meta[relay.Constant][0] /* ty=Tensor[(2, 2, 1, 1), float32] */, padding=[0, 0, 0, 0], channels=2, kernel_size=[1, 1]);
  %1 = clip(%0, a_min=0f, a_max=6f);
  nn.conv2d(%1, meta[relay.Constant][1] /* ty=Tensor[(2, 2, 1, 1), float32] */, padding=[0, 0, 0, 0], channels=2, kernel_size=[1, 1])
}
`;

const options = { skip_conv_layers: [], assumed_max: 3, weight_scale: "max" };
const names = ["QuantizePartition", "QuantizeAnnotate", "QuantizeCalibrate", "InferType", "QuantizeRealize"];
const pipeline = names.map((pass) => ({ pass, options: pass === "InferType" ? {} : options }));

test("a stop_fusion names its pass, its rule and its convolution; assumed numbers are marked", async () => {
  const engine = await engineAfter({ text, pipeline });
  const { graph } = await graphOf(engine, 1, 5);
  const details = async (label: string) => {
    const id = graph.nodes.find((n) => n.label.endsWith(label))?.id ?? -1;
    return engine.node(1, 5, id);
  };
  const stop = await details("stop_fusion");
  expect(stop?.why[0]?.answer).toBe(
    '`QuantizePartition` did, by its rule "convolution after a convolution", for convolution 1 (`nn.conv2d` to `Tensor[(1, 2, 4, 4), float32]`). It keeps the result of convolution 0 (`nn.conv2d` to `Tensor[(1, 2, 4, 4), float32]`) apart from what follows. Of 2 convolutions, counted from 0 as `skip_conv_layers` does.',
  );
  const spokenOf = stop?.why[0]?.nodes.map((id) => graph.nodes.find((n) => n.id === id)?.label);
  expect(spokenOf).toEqual(["conv2d", "conv2d"]);
  const assumed = "a weight without data was taken to reach 3";
  expect((await details("fixed_point_multiply"))?.attributes.map((fact) => fact.assumed)).toEqual([assumed, assumed]);
});
