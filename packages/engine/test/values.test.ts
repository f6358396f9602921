/**
 * Values that stand beside a text: passes compute with them; where there are none, or of another type, constants have
 * types alone.
 */
import { createEngine, createWorkerEngine, serveEngine, type WeightValues } from "@relayscope/engine";
import { scalarTensor, type TensorData } from "@relayscope/ir";
import { expect, test } from "vitest";
import { engineAfter, request } from "./modules.ts";

const text = `def @main(%x: float32, %v_param_1: float32) {
  %0 = multiply(%v_param_1, meta[relay.Constant][4] /* ty=Tensor[(2), float32] */);
  %1 = sum(%0);
  add(%x, %1)
}
`;

function scalar(value: number): TensorData {
  const data = scalarTensor(value, "float32");
  if (!data) throw new Error("There are scalars of float32.");
  return data;
}

const pair: TensorData = { dtype: "float32", shape: [2], values: Float32Array.of(1, 3) };

async function folded(values: WeightValues | undefined): Promise<string> {
  const pipeline = [{ pass: "FoldConstant", options: {} }];
  const engine = await engineAfter({ text, pipeline, bindParameters: true, ...(values ? { values } : {}) });
  const { text: after } = await engine.text(1, 1);
  engine.dispose();
  return after;
}

test("constants are computed from the values of constants and parameters", async () => {
  expect(await folded({ constants: new Map([[4, pair]]), parameters: new Map([["v_param_1", scalar(1.5)]]) })).toContain("add(%x, 6f");
});

test("without values the result is a constant of a type", async () => {
  expect(await folded(undefined)).toMatch(/add\(%x, meta\[relay\.Constant\]\[0\] \/\* ty=float32 \*\/\)/);
});

test("values of another type than the text's are not taken", async () => {
  const wrong: TensorData = { dtype: "float32", shape: [3], values: Float32Array.of(1, 3, 5) };
  const integer: TensorData = { dtype: "int32", shape: [], values: Int32Array.of(2) };
  expect(await folded({ constants: new Map([[4, wrong]]), parameters: new Map([["v_param_1", scalar(1.5)]]) })).toContain("meta[");
  expect(await folded({ constants: new Map([[4, pair]]), parameters: new Map([["v_param_1", integer]]) })).toContain("meta[");
});

test("all parameters that an importer named are weights, wherever they are", async () => {
  const weightsFirst = "def @main(%v_param_1: float32, %x: float32, %y: float32) { add(add(%v_param_1, %x), %y) }";
  const engine = await engineAfter({ text: weightsFirst, pipeline: [], bindParameters: true });
  expect((await engine.text(1, 0)).text).toMatch(/@main\(%x: float32[^)]*%y: float32[^)]*\)/);
  engine.dispose();
});

test("over a worker the values cross once", async () => {
  const { port1, port2 } = new MessageChannel();
  const sent: string[] = [];
  const heard: unknown[] = [];
  serveEngine(port2, {
    ...createEngine(),
    run: (given) => void heard.push(given.values?.parameters.get("v_param_1")?.values[0]),
  });
  const engine = createWorkerEngine(() => ({
    postMessage(message) {
      if (typeof message === "object" && message !== null && "kind" in message) sent.push(String(message.kind));
      port1.postMessage(message);
    },
    addEventListener: (type, listener) => type === "message" && port1.addEventListener(type, listener),
    terminate: () => undefined,
  }));
  port1.start();
  const values: WeightValues = { constants: new Map(), parameters: new Map([["v_param_1", scalar(1.5)]]) };
  engine.run(request(1, { text, values }), () => undefined);
  engine.run(request(2, { text, values }), () => undefined);
  engine.run(request(3, { text }), () => undefined);
  await expect.poll(() => heard).toEqual([1.5, 1.5, undefined]);
  expect(sent.filter((kind) => kind === "values")).toHaveLength(2);
  engine.dispose();
  port1.close();
});

test("a call says in which range a constant of several values is, as scales of channels are", async () => {
  const factOf = async (values: Float32Array) => {
    const constants = new Map([[4, { ...pair, values }]]);
    const engine = await engineAfter({ text, pipeline: [], values: { constants, parameters: new Map() } });
    const at = text.indexOf("multiply");
    const [id = 0] = await engine.nodesAt(1, 0, { start: at, end: at });
    const details = await engine.node(1, 0, id);
    engine.dispose();
    return details?.facts.find(({ label }) => label === "rhs")?.value;
  };
  expect(await factOf(Float32Array.of(3, 1))).toMatch(/Tensor\[\(2\), float32\], 1 to 3$/);
  expect(await factOf(Float32Array.of(0.5, 0.5))).toMatch(/, each 0\.5$/);
  expect(await factOf(Float32Array.of(0.5, Number.NaN))).toMatch(/float32\]$/);
});
