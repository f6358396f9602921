/** The inspector's facts about a node, and the answers to "why". */
import { type Answer, explainModule, explainNode, nothingOffloaded } from "@relayscope/explain";
import {
  argumentNames,
  attrText,
  attrValuesEqual,
  type Call,
  type Constant,
  calledOp,
  type Expr,
  elementOf,
  type Module,
  nameOf,
  typeText,
} from "@relayscope/ir";
import { operators } from "@relayscope/ops";
import { follow, historyOf, type Run, whyOf } from "@relayscope/run";
import type { Explanation, Fact, NodeDetails } from "@relayscope/run/contract";
import { valueName } from "./givenValues.ts";
import { modelNodeFacts } from "./modelNodes.ts";
import { numberText, rangeOf } from "./valuesInWords.ts";

/** The details of a node of a stage; undefined if the stage has no such node. */
export function nodeDetails(run: Run, stage: number, id: number): NodeDetails | undefined {
  const expr = run.index(stage).exprOf(id);
  if (!expr) return undefined;
  const source = run.sourceOf(stage, expr);
  const definition = expr.kind === "Call" && expr.op.kind === "Op" ? operators.get(expr.op.name) : undefined;
  return {
    id,
    title: nameOf(expr),
    description: definition?.description ?? kindDescriptions[expr.kind] ?? "",
    type: expr.checkedType ? typeText(expr.checkedType) : "",
    attributes: attributesOf(expr),
    facts: [...(source ? modelNodeFacts(run, source) : []), ...factsOf(run.stages[stage]?.module, expr)],
    source: source && { start: source.start, end: source.end },
    why: toExplanations(run, stage, explainNode(historyOf(run), stage, expr)),
  };
}

/** Explains a stage as a whole. */
export function explainStage(run: Run, stage: number): readonly Explanation[] {
  const ofModule = explainModule(historyOf(run), stage);
  if (stage !== run.stages.length - 1) return toExplanations(run, stage, ofModule);
  return toExplanations(run, stage, [...nothingOffloaded(whyOf(run).why), ...ofModule]);
}

const kindDescriptions: Partial<Record<Expr["kind"], string>> = {
  Constant: "A constant tensor.",
  Var: "A variable.",
  Tuple: "A tuple.",
  TupleGetItem: "An item of a tuple.",
  If: "A branch: the value of `then` or of `else`.",
  Let: "A binding.",
  Match: "A match on a value of a data type.",
  Function: "A function.",
  GlobalVar: "A function of the module, by name.",
  RefCreate: "Makes a reference cell.",
  RefRead: "Reads a reference cell.",
  RefWrite: "Writes a reference cell.",
};

/** The attributes of a call or a function. */
export function attributesOf(expr: Expr): readonly Fact[] {
  if (expr.kind === "Function") return [...expr.attrs].map(([label, value]) => ({ label, value: attrText(value) }));
  if (expr.kind !== "Call" || !expr.attrs) return [];
  const { attrs, assumed } = expr;
  return attrs.schema.fields.map((field, i) => {
    const value = attrs.values[i] ?? null;
    const isDefault = field.default !== undefined && attrValuesEqual(value, field.default);
    const fact: Fact = { label: field.name, value: attrText(value), isDefault };
    return assumed === undefined || isDefault ? fact : { ...fact, assumed };
  });
}

/** A constant's value if it is one number, else the count and the range. */
function valueFact({ data }: Constant): Fact {
  if (!data) return { label: "data", value: "not in the text" };
  if (data.values.length !== 1) return { label: "data", value: [`${data.values.length} values`, ...rangeOf(data)].join(", ") };
  return { label: "value", value: numberText(elementOf(data, 0)) };
}

const longestList = 16;

function factsOf(module: Module | undefined, expr: Expr): readonly Fact[] {
  const names = argumentNames(operators, calledOp(expr));
  const facts: Fact[] = [];
  const input = (label: string, value: Expr) => {
    const type = value.checkedType ? `: ${typeText(value.checkedType)}` : "";
    const range = value.kind === "Constant" && value.data ? rangeOf(value.data) : [];
    const single =
      value.kind === "Constant" && value.data?.values.length === 1 ? numberText(elementOf(value.data, 0)) : valueName(module, value);
    facts.push({ label, value: [`${single}${type}`, ...range].join(", ") });
  };
  switch (expr.kind) {
    case "Call":
      composite(expr, facts);
      for (const [i, arg] of expr.args.slice(0, longestList).entries()) input(names[i] ?? `argument ${i}`, arg);
      break;
    case "Tuple":
      for (const [i, field] of expr.fields.slice(0, longestList).entries()) input(`field ${i}`, field);
      break;
    case "Constant":
      facts.push({ ...valueFact(expr), ...(expr.assumed === undefined ? {} : { assumed: expr.assumed }) });
      break;
    default:
  }
  return facts;
}

function composite(expr: Call, facts: Fact[]): void {
  if (expr.op.kind !== "Function") return;
  for (const name of ["Composite", "PartitionedFromPattern", "Compiler"]) {
    const value = expr.op.attrs.get(name);
    if (value !== undefined) facts.push({ label: name, value: attrText(value) });
  }
}

/** Nodes of answers get their numbers at the stage asked about. */
function toExplanations(run: Run, stage: number, answers: readonly Answer[]): readonly Explanation[] {
  return answers.map(({ nodes, stage: at, ...rest }) => {
    const ids = new Set<number>();
    const index = run.index(at);
    for (const node of nodes) for (const id of follow(run, at, stage, [index.idOf(node)])) ids.add(id);
    return { ...rest, nodes: [...ids] };
  });
}
