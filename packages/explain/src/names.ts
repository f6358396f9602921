/** Names, lists and counts in sentences. */
import { counted, type Expr, grouped, type Module, nameOf } from "@relayscope/ir";

export { nameOf };

/** A node in a sentence: its name in backquotes if it has one, else a word for its kind. */
export function called(node: Expr): string {
  switch (node.kind) {
    case "Constant":
      return "a constant";
    case "Tuple":
      return "a tuple";
    case "TupleGetItem":
      return `item ${node.index} of a tuple`;
    case "If":
      return "an `if`";
    case "Match":
      return "a `match`";
    case "Function":
      return nameOf(node) === "function" ? "a function" : `\`${nameOf(node)}\``;
    case "Call":
      return nameOf(node) === "function" ? "a function's call" : `\`${nameOf(node)}\``;
    default:
      return `\`${nameOf(node)}\``;
  }
}

/** A node other than a call, after an article: `tuple`, `tuple item`, a variable with its name. */
export function kindOf(node: Expr): string {
  if (node.kind === "Var") return `variable \`${nameOf(node)}\``;
  if (node.kind === "Constant") return "constant";
  return node.kind === "TupleGetItem" ? "tuple item" : nameOf(node);
}

/** That a node other than a call has parts: `The tuple holds ...`. */
export function holding(node: Expr, parts: readonly Expr[]): string {
  return `The ${kindOf(node)} ${node.kind === "TupleGetItem" ? "is a part of" : "holds"} ${calledAll(parts)}`;
}

/** Lists nodes for a sentence and counts those of the same name: 2 calls of `nn.relu`. */
export function calledAll(nodes: readonly Expr[], most = 4): string {
  const counts = new Map<string, number>();
  for (const node of nodes) counts.set(called(node), (counts.get(called(node)) ?? 0) + 1);
  return joined(
    [...counts].map(([name, count]) => several(name, count)),
    most,
  );
}

function several(name: string, count: number): string {
  if (count === 1) return name;
  const [, noun] = /^a (\w+)$/.exec(name) ?? [];
  if (noun !== undefined) return counted(count, noun);
  return name.startsWith("`") ? `${count} calls of ${name}` : name;
}

/**
 * The sentence with its variable's name left out, so that sentences about other variables compare equal. A sentence
 * with several variables is unchanged.
 */
export function withoutVariable(sentence: string): string {
  const names = new Set(sentence.match(/`%[^`]*`/g));
  return names.size === 1 ? sentence.replace(/`%[^`]*`/g, "`%`") : sentence;
}

/** The variable that a sentence names. */
function variableIn(sentence: string): string {
  return /`(%[^`]*)`/.exec(sentence)?.[1] ?? "";
}

/**
 * A sentence that is also true of other variables, with their names. `others` are the same sentence about each of them.
 */
export function andOf(sentence: string, others: readonly string[]): string {
  return others.length === 0 ? sentence : `${sentence} The same is true of ${listed(others.map(variableIn))}.`;
}

/** A list in a sentence: `a`, `b` and 3 more. */
export function listed(names: readonly string[], most = 4): string {
  return joined(
    names.map((name) => `\`${name}\``),
    most,
  );
}

function joined(names: readonly string[], most: number): string {
  const shown = names.slice(0, most);
  if (names.length > most) return `${shown.join(", ")} and ${grouped(names.length - most)} more`;
  return shown.length > 1 ? `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}` : (shown[0] ?? "nothing");
}

/**
 * Returns a function from the name that PartitionGraph decided for a region to the function's final name in a module.
 * PartitionGraph ends by renaming its functions to valid C names whose prefix is an option.
 */
export function finalNames(module: Module): (decided: string) => string {
  const names = [...module.functions.keys()].sort((a, b) => a.length - b.length);
  return (decided) => {
    if (module.functions.has(decided)) return decided;
    const plain = `_${decided.replace(/[^A-Za-z0-9]/g, "_")}`;
    return names.find((name) => name.endsWith(plain)) ?? decided;
  };
}
