/**
 * The laws that every pass keeps: input and output are well formed, the output's types are those that inference gives,
 * printing and parsing gives the same text, every node of the output has a lineage, and the input was not changed.
 */
import { at, type Diagnostic, type Expr, type Func, type Lineage, type Module, moduleOrder } from "@relayscope/ir";
import type { OperatorDefinitions } from "@relayscope/ops";

/** How modules are typed, read and printed, as the packages infer and text have it. */
export interface ModuleTools {
  readonly operators: OperatorDefinitions;
  readonly checkScopes: (f: Func, isClosed: boolean) => readonly Diagnostic[];
  readonly inferTypes: (module: Module, operators: OperatorDefinitions, options: { readonly trust: "nothing" }) => ReadModule;
  readonly parseModule: (text: string, options: { readonly operators: OperatorDefinitions }) => ReadModule;
  readonly printModule: (module: Module) => string;
  readonly textDifference: (expected: string, actual: string) => { readonly expected: string; readonly actual: string } | undefined;
}

interface ReadModule {
  readonly module: Module;
  readonly diagnostics: readonly Diagnostic[];
}

/** A module before a pass: its text, and its nodes. */
export interface Snapshot {
  readonly module: Module;
  readonly text: string;
  readonly nodes: ReadonlySet<Expr>;
}

export interface Laws {
  /** To be taken before the pass runs. */
  snapshot(module: Module): Snapshot;
  /** The laws broken by a pass that made `output` of the module in `before`, a sentence each; empty if all hold. */
  brokenLaws(before: Snapshot, output: Module, lineage: Lineage): readonly string[];
}

/** The laws, checked with the tools given. */
export function lawsOver({ operators, checkScopes, inferTypes, parseModule, printModule, textDifference }: ModuleTools): Laws {
  const differenceText = (expected: string, actual: string): string => {
    const difference = textDifference(expected, actual);
    return difference ? `${difference.expected}\n${difference.actual}` : "(the texts are equal)";
  };
  return {
    snapshot: (module) => ({ module, text: printModule(module), nodes: new Set(moduleOrder(module)) }),
    brokenLaws(before, output, lineage) {
      const broken: string[] = [];
      if (printModule(before.module) !== before.text) broken.push("The input was changed.");
      for (const [name, f] of output.functions) {
        for (const d of checkScopes(f, true)) broken.push(`@${name} is not well formed: ${d.message}`);
      }
      const text = printModule(output);
      const untyped = moduleOrder(output).find((e) => e.kind !== "Op" && !e.checkedType);
      if (untyped) broken.push(`A ${describe(untyped)} has no type.`);
      const again = inferTypes(output, operators, { trust: "nothing" });
      for (const d of again.diagnostics) broken.push(`The output is ill typed: ${d.message}`);
      const inferred = again.module === output ? text : printModule(again.module);
      if (inferred !== text) broken.push(`The output's types are not those that inference gives:\n${differenceText(text, inferred)}`);
      const read = parseModule(text, { operators });
      for (const d of read.diagnostics) if (d.severity === "error") broken.push(`The output's text cannot be read: ${d.message}`);
      const readBack = printModule(inferTypes(read.module, operators, { trust: "nothing" }).module);
      if (textDifference(text, readBack)) broken.push(`The output's text reads as another module:\n${differenceText(text, readBack)}`);
      broken.push(...lostNodes(before, output, lineage));
      return broken;
    },
  };
}

function lostNodes(before: Snapshot, output: Module, lineage: Lineage): readonly string[] {
  const lost: string[] = [];
  for (const node of moduleOrder(output)) {
    if (node.kind === "Op" || node.kind === "GlobalVar" || node.kind === "Constructor" || before.nodes.has(node)) continue;
    const origins = lineage.originsOf(node);
    const strangers = origins.filter((origin) => !before.nodes.has(origin));
    if (strangers.length > 0) lost.push(`A ${describe(node)} stems from a ${describe(at(strangers, 0))}, which is not in the input.`);
  }
  return lost.slice(0, 5);
}

function describe(node: Expr): string {
  if (node.kind === "Call") return node.op.kind === "Op" ? `call of ${node.op.name}` : "call";
  return node.kind === "Var" ? `variable %${node.name}` : node.kind;
}
