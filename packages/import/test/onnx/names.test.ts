/**
 * Names of a model file are a stranger's: in the text they end no comment, begin no line, and the module reads back.
 */
import { operators } from "@relayscope/ops";
import { parseModule } from "@relayscope/text";
import { expect, test } from "vitest";
import { graph, model, node, tensor, value } from "../../bench/onnx/writeModel.ts";
import { importedText, operatorComment, readModel } from "../../src/index.ts";

const names = [
  "a*/ b",
  "a /* b",
  "a\nb",
  "\r\n}",
  "\u2028",

  '"',
  "\\",
  "{",
  ")",
  "%x",
  "@m",

  "#[metadata]",
  "é中",
  "a b",
  "*",
  "__proto__",
];

/** `relu(x) + w`, each name with `name` in it. */
function textOf(name: string, keepsParameters: boolean): string {
  const file = model(
    graph({
      nodes: [
        node({ op: "Relu", inputs: [`x${name}`], outputs: [`r${name}`], name }),
        node({ op: "Add", inputs: [`r${name}`, `w${name}`], outputs: [`y${name}`], name: `add ${name}` }),
      ],
      weights: [tensor(`w${name}`, [2], 1, [1, 2])],
      inputs: [value(`x${name}`, [1, 2])],
      outputs: [value(`y${name}`, [1, 2])],
    }),
  );
  const imported = readModel(file).import({ leavesHoles: true, keepsParameters });
  return operatorComment(imported) + importedText(imported);
}

test.each(names)("%j", (name) => {
  for (const keepsParameters of [false, true]) {
    const text = textOf(name, keepsParameters);
    expect(text.split("\n")).toHaveLength(textOf("plain", keepsParameters).split("\n").length);
    expect(text).not.toMatch(/[\r\u2028\0]/);
    const { module, diagnostics } = parseModule(text, { operators });
    expect(diagnostics.filter((d) => d.severity === "error")).toEqual([]);
    expect(module.functions.get("main")?.body).toMatchObject({
      kind: "Call",
      op: { name: "add" },
      args: [{ kind: "Call", op: { name: "nn.relu" } }, {}],
    });
  }
});
