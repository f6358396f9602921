import { expect, test } from "vitest";
import { firstOperators, namesFirstOperatorsOnly } from "../src/firstOperators.ts";
import { operators } from "../src/operators.ts";

const call = (name: string) => `def @main(%x: Tensor[(1, 8), float32]) {\n  let %f = ${name};\n  ${name}(%x, axis=[1], layout="NCHW")\n}\n`;

test("a text that names an operator which is not among the first asks for all", () => {
  const wrong = [...operators.names()].filter((name) => namesFirstOperatorsOnly(call(name)) !== (firstOperators.get(name) !== undefined));
  expect(wrong).toEqual([]);
});

test("names of arguments, functions and variables are none of operators; a module saved as JSON may name any", () => {
  expect(namesFirstOperatorsOnly("%take = @concatenate(%x.0, split=1); nn.relu(%take)")).toBe(true);
  expect(namesFirstOperatorsOnly('{"nodes": [{"type_key": "Op", "name": "nn.relu"}]}')).toBe(false);
});
