/** Describes in words the values that a condition of a target's file examined, each with its node. */
import { type Call, calledOp, type Expr, type OperatorTable } from "@relayscope/ir";
import type { AskedCondition, AskedFor, AskedValue } from "@relayscope/match";
import { called, nameOf } from "../../names.ts";
import { argumentOf } from "../argumentNames.ts";
import type { Detail } from "../cause.ts";
import type { DecidingSetting } from "./decidingSettings.ts";
import { foundAndAsked } from "./foundAndAsked.ts";
import { plainNumber } from "./plainNumber.ts";
import type { Refusal } from "./refusal.ts";

const mostValues = 4;

/**
 * Values and requirement: `` `padding[1]` of `nn.conv2d` is `0`, but the target needs `1` ``; empty without values.
 * `settings` are those that decide.
 */
export function askedWords(asked: AskedCondition, operators: OperatorTable, settings: readonly DecidingSetting[]): string {
  const { values, wanted, text } = asked;
  // A setting that decides is shown by its name.
  const shown = values.filter(({ nodes }) => settings.length === 0 || nodes.length > 0).slice(0, mostValues);
  const words = shown.flatMap((value) => valueWords(value, operators) ?? []);
  if (words.length === 0 && settings.length === 0 && values.every(({ nodes }) => nodes.length === 0)) return "";
  const asks = wanted && words.length > 0 ? wantedWords(wanted, values) : undefined;
  return foundAndAsked(words, asks ?? `the target asks for \`${text}\``, settings);
}

/** The details and nodes of a refusal that come from a condition. */
export function askedFacts({ values, wanted }: AskedCondition): Pick<Refusal, "details" | "nodes" | "notConstant"> {
  const shown = values.slice(0, mostValues);
  const [first] = shown;
  const wantsConstant = wanted?.operator === "is" && wanted.value === "Constant" && first?.kind === "node";
  const [node] = first?.nodes ?? [];
  return {
    details: shown.flatMap((value, at) => {
      return value.kind === "node" || value.found !== "" ? [detailOf(value, at === 0 ? wanted : undefined)] : [];
    }),
    nodes: shown.flatMap(({ nodes }) => (nodes.length > 0 ? [nodes] : [])),
    notConstant: wantsConstant && node?.kind !== "Constant" ? node : undefined,
  };
}

function detailOf({ nodes, kind, name, found }: AskedValue, wanted: AskedFor | undefined): Detail {
  const [node, holder] = nodes;
  const operator = node && calledOp(node);
  const asked = wanted === undefined || wanted.value === "" ? "" : `${detailOperators[wanted.operator]}${wanted.value}`;
  const place = holder?.kind === "Call" && node ? holder.args.indexOf(node) : -1;
  const whole = kind === "node" && node ? { attribute: `args[${place}]`, found: nameOf(node) } : undefined;
  const attribute = kind === "count" ? `len(${name})` : kind === "data" && name === "" ? "data" : name;
  const facts = whole && place >= 0 ? whole : { attribute, found };
  return { ...facts, wanted: asked, ...(node ? { node } : {}), ...(operator === undefined ? {} : { operator }) };
}

const detailOperators: Readonly<Record<AskedFor["operator"], string>> = {
  "==": "",
  "!=": "!= ",
  "<": "< ",
  "<=": "<= ",
  ">": "> ",
  ">=": ">= ",
  in: "one of ",
  "not in": "not one of ",
  is: "a ",
  "is not": "not a ",
};

function valueWords(value: AskedValue, operators: OperatorTable): string | undefined {
  const { nodes, kind, name, isItem } = value;
  const [node, holder] = nodes;
  const found = plainNumber(value.found);
  if (kind === "computed" || !node) return found === "" ? undefined : `\`${name}\` is \`${found}\``;
  const argument = argumentWords(node, holder, operators);
  const owner = node.kind === "Constant" ? (argument ?? called(node)) : called(node);
  if (kind === "operator") return `${called(node)} is there`;
  if (kind === "node") return `${argument ?? "it"} is ${called(node)}`;
  if (found === "") return undefined;
  if (kind === "data") return `${argument ?? `a value of ${owner}`} is \`${found}\``;
  if (kind === "count") {
    const isShape = name === "shape";
    const [one, many] = isShape ? ["axis", "axes"] : ["element", "elements"];
    return `${isShape || name === "" ? "" : `\`${name}\` of `}${owner} has \`${found}\` ${found === "1" ? one : many}`;
  }
  return `\`${name}\` of ${owner} ${isItem ? "holds" : "is"} \`${found}\``;
}

/** A node by its role in the call that uses it: the `weight` of `nn.conv2d`. */
function argumentWords(node: Expr, holder: Expr | undefined, operators: OperatorTable): string | undefined {
  const call: Call | undefined = holder?.kind === "Call" && holder.args.includes(node) ? holder : undefined;
  const name = argumentOf(call, node, operators);
  if (holder?.kind === "Tuple" && holder.fields.includes(node)) return `field ${holder.fields.indexOf(node)} of a tuple`;
  return call && `${name ?? `argument ${call.args.indexOf(node) + 1}`} of ${called(call)}`;
}

const wants: Readonly<Record<AskedFor["operator"], string>> = {
  "==": "",
  "!=": "anything but ",
  "<": "less than ",
  "<=": "at most ",
  ">": "more than ",
  ">=": "at least ",
  in: "one of ",
  "not in": "none of ",
  is: "",
  "is not": "",
};

const relations: Readonly<Record<AskedFor["operator"], string>> = {
  "==": "them to be equal",
  "!=": "them to differ",
  "<": "the first to be less than the second",
  "<=": "the first to be at most the second",
  ">": "the first to be more than the second",
  ">=": "the first to be at least the second",
  in: "the first to be in the second",
  "not in": "the first not to be in the second",
  is: "them to be the same",
  "is not": "them to differ",
};

/** `the target needs at most 3`. */
function wantedWords({ operator, value }: AskedFor, values: readonly AskedValue[]): string {
  const [first] = values;
  if (operator === "is not" && value === "Any") return "the target needs a known size";
  const areNodes = values.length > 1 && values.every(({ kind }) => kind === "node");
  if (value === "" && areNodes && (operator === "==" || operator === "is")) return "the target needs both to be the same node";
  if (value === "") return `the target needs ${relations[operator]}`;
  if (operator === "is" || operator === "is not") {
    const kinds = value.split(" or ").map(kindWords).join(" or ");
    return `the target needs ${operator === "is" ? "" : "anything but "}${kinds}`;
  }
  if (first?.kind === "operator" && operator === "==") return `the target needs ${operatorText(value)} there`;
  if (first?.kind === "operator" && operator === "!=") return `the target needs anything but ${operatorText(value)}`;
  if (first?.kind === "count" && operator === "!=" && value === "0") return "the target needs at least `1`";
  return `the target needs ${wants[operator]}\`${plainNumber(value)}\``;
}

function operatorText(value: string): string {
  return `\`${value.replace(/^"(.*)"$/, "$1")}\``;
}

function kindWords(kind: string): string {
  const plain = {
    Any: "an unknown size",
    Constant: "a constant",
    Var: "a variable",
    Tuple: "a tuple",
    TupleGetItem: "an item of a tuple",
    Call: "a call",
    Function: "a function",
    IntImm: "a known number",
  };
  return Object.entries(plain).find(([name]) => name === kind)?.[1] ?? `${/^[AEIOU]/.test(kind) ? "an" : "a"} \`${kind}\``;
}
