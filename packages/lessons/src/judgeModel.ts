/** Goals about a model file: its dialog, its text, the nodes that its text comes from. */
import type { Goal } from "./lesson.ts";
import { replies } from "./replies.ts";
import { done, graphOf, missed, nameOfNode, type Seen, type Verdict } from "./seen.ts";

type ModelGoal = Extract<Goal, { kind: "model-open" | "size" | "imported" | "compared" | "selected-from" }>;

/** The inspector's labels for where a node comes from: `ONNX node`, `TFLite node`. */
export const modelNodeLabel = /^\w+ node$/;
const modelOperatorLabel = /^\w+ operator$/;

/** What the engine begins the text of an imported model with. */
const importedText = /^\s*\/\* \w+ operators:/;

/** Judges a goal about a model. */
export async function judgeModel(goal: ModelGoal, seen: Seen): Promise<Verdict> {
  const { dialog, document } = seen;
  const model = dialog?.kind === "model" ? dialog : undefined;
  switch (goal.kind) {
    case "model-open":
      if (model?.file === goal.file) return done;
      return missed(model ? replies.otherModel(model.file) : replies.noModelDialog);
    case "size": {
      if (!model) return missed(replies.modelClosed);
      const size = model.sizes.get(goal.name);
      if (size?.trim() === goal.size) return done;
      return missed(size === undefined ? replies.noSize(goal.name) : replies.otherSize(goal.name, size));
    }
    case "imported":
      return importedText.test(document.text) ? done : missed(replies.notImported);
    case "compared":
      return dialog?.kind === "compare" ? done : missed(replies.notCompared);
    case "selected-from":
      return judgeOrigin(goal.name, seen);
  }
}

async function judgeOrigin(wanted: string, { selection, engine, epoch }: Seen): Promise<Verdict> {
  const [id] = selection?.nodes ?? [];
  if (!selection || id === undefined) return missed(replies.nothingSelected);
  const facts = (await engine.node(epoch, selection.stage, id))?.facts ?? [];
  const fact = (label: RegExp) => facts.find((f) => label.test(f.label))?.value;
  const node = fact(modelNodeLabel);
  if (node === wanted) return done;
  const graph = await graphOf({ engine, epoch }, selection.stage);
  const chosen = graph.nodes.find((n) => n.id === id);
  const name = chosen ? nameOfNode(chosen) : "";
  return missed(node === undefined ? replies.noModelNode(name) : replies.otherModelNode(name, node, fact(modelOperatorLabel) ?? ""));
}
