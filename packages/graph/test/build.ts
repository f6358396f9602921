/** Small modules for the tests, built by hand. */
import type { BuildOptions } from "@relayscope/graph";
import { buildGraph, type DrawableGraph } from "@relayscope/graph";
import type { Module } from "@relayscope/ir";
import { call, constant, type Expr, func, op, openAttrs, scalarTensor, scalarType, type Var, variable } from "@relayscope/ir";

export const apply = (name: string, ...args: Expr[]): Expr => call(op(name), args);

export const number = (value: number): Expr => constant(scalarTensor(value, "float32"), scalarType("float32"));

const boundary = (name: string) => (value: Expr, compiler: string) =>
  call(op(`annotation.compiler_${name}`), [value], openAttrs([["compiler", compiler]]));
export const begin = boundary("begin");
export const end = boundary("end");

/** conv2d and relu in a composite of that name. */
export function convolution(name: string, x: Expr, w: Expr): Expr {
  const a = variable("a");
  const b = variable("b");
  const body = apply("nn.relu", apply("nn.conv2d", a, b));
  return call(func({ params: [a, b], body, attrs: new Map([["Composite", name]]) }), [x, w]);
}

export function parameters(...names: string[]): Var[] {
  return names.map((name) => variable(name));
}

/** Numbers in order of first asking. */
export function numbers(): (expr: Expr) => number {
  const known = new Map<Expr, number>();
  return (expr) => {
    let id = known.get(expr);
    if (id === undefined) {
      id = known.size + 1;
      known.set(expr, id);
    }
    return id;
  };
}

export function draw(module: Module, options: Partial<BuildOptions> = {}): DrawableGraph {
  return buildGraph(module, { ids: numbers(), ...options });
}

/** Edges as words: `conv2d>relu`. */
export function flows(graph: DrawableGraph): string[] {
  return graph.edges.map((e) => `${graph.nodes[e.from]?.label}>${graph.nodes[e.to]?.label}`);
}

/** Frames as words with the labels of what stands directly in them. */
export function contents(graph: DrawableGraph): Record<string, string[]> {
  return Object.fromEntries(
    graph.frames.map((frame, f) => [`${frame.kind} ${frame.label}`, graph.nodes.filter((n) => n.frame === f).map((n) => n.label)]),
  );
}
