/**
 * Random programs for the passes, as texts: functions as values, closures, references, lists, nested tuples, lets and
 * branches around operators, with results that are shared across scopes, constants that several places hold, and
 * dimensions that are not known.
 */
import type { Random } from "../random.ts";

type Wanted =
  | { readonly kind: "tensor" | "scalar" }
  | { readonly kind: "tuple"; readonly fields: readonly Wanted[] }
  | { readonly kind: "function"; readonly from: readonly Wanted[]; readonly to: Wanted }
  | { readonly kind: "list"; readonly item: Wanted };

interface Value {
  readonly text: string;
  readonly type: Wanted;
}

const tensor: Wanted = { kind: "tensor" };
const scalar: Wanted = { kind: "scalar" };

const unary = ["nn.relu", "tanh", "exp", "negative", "abs", "copy", "sigmoid"];
const binary = ["add", "multiply", "subtract", "maximum"];

const keyOf = (type: Wanted): string => JSON.stringify(type);

/** The text of a random module. */
export function deepProgram(r: Random): string {
  return new Program(r).text();
}

class Program {
  private names = 0;
  private bindings = 0;
  /** The statements of the innermost block so far. */
  private lines: string[] = [];
  private readonly globals: { readonly name: string; readonly from: readonly Wanted[]; readonly to: Wanted }[] = [];
  private readonly shape: string;
  private readonly hasLists: boolean;
  private readonly hasReferences: boolean;

  constructor(private readonly r: Random) {
    this.shape = r.chance(0.25) ? r.pick(["(?, 4, 8, 8)", "(1, 4, ?, 8)", "(?, 4, ?, ?)"]) : "(1, 4, 8, 8)";
    this.hasLists = r.chance(0.3);
    this.hasReferences = r.chance(0.2);
  }

  text(): string {
    const { r } = this;
    const parts = this.hasLists ? ["type List[A] {\n  Cons(A, List[A]),\n  Nil,\n}"] : [];
    for (let i = r.pick([0, 0, 1, 1, 2, 3]); i > 0; i--) {
      const from = [...(this.shape.includes("?") ? [tensor] : []), ...r.many(r.int(0, 2), () => this.type(1))];
      const to = this.type(1);
      const name = r.chance(0.1)
        ? r.pick(["@tvmgen_default_alpha_main_0", "@alpha_0", "@fn", "@f.g"]) + this.globals.length
        : `@g${this.globals.length}`;
      this.globals.push({ name, from, to });
      const scope = from.map((type, n) => ({ text: `%x${n}`, type }));
      const params = [...scope.map((v) => `${v.text}: ${this.typeText(v.type)}`), "%c: bool"].join(", ");
      parts.push(`def ${name}(${params}) -> ${this.typeText(to)} {\n${this.block(scope, to, 3)}\n}`);
    }
    const inputs: Value[] = [
      { text: "%a", type: tensor },
      { text: "%b", type: tensor },
      { text: r.chance(0.2) ? "%alpha_0_i0" : "%d", type: this.type(2) },
    ];
    const params = inputs.map((v) => `${v.text}: ${this.typeText(v.type)}`).join(", ");
    parts.push(`def @main(${params}, %c: bool) {\n${this.block(inputs, this.type(2), r.int(3, 5))}\n}`);
    return `${parts.join("\n\n")}\n`;
  }

  private type(depth: number): Wanted {
    const { r } = this;
    if (depth === 0 || r.chance(0.6)) return r.chance(0.9) ? tensor : scalar;
    const kind = r.next();
    if (kind < 0.5) return { kind: "tuple", fields: r.many(r.pick([0, 1, 2, 2, 2, 3]), () => this.type(depth - 1)) };
    if (kind < 0.6 && this.hasLists) return { kind: "list", item: this.type(depth - 1) };
    if (kind < 0.75) return { kind: "function", from: r.many(r.int(0, 2), () => this.type(depth - 1)), to: this.type(depth - 1) };
    return tensor;
  }

  private typeText(type: Wanted): string {
    switch (type.kind) {
      case "tensor":
        return `Tensor[${this.shape}, float32]`;
      case "scalar":
        return "float32";
      case "tuple":
        return `(${type.fields.map((f) => this.typeText(f)).join(", ")}${type.fields.length === 1 ? "," : ""})`;
      case "list":
        return `List[${this.typeText(type.item)}]`;
      case "function":
        return `fn (${type.from.map((f) => this.typeText(f)).join(", ")}) -> ${this.typeText(type.to)}`;
    }
  }

  /** Statements and what they end in, as is between braces. */
  private block(outer: readonly Value[], wanted: Wanted, depth: number): string {
    const { r } = this;
    const scope = [...outer];
    const around = this.lines;
    const lines: string[] = [];
    this.lines = lines;
    let hasGraph = true;
    for (let n = depth <= 0 ? 0 : r.int(0, depth + 1); n > 0; n--) {
      const type = r.chance(0.3) ? this.type(2) : tensor;
      const value = this.expression(scope, type, depth - 1);
      if (hasGraph && r.chance(0.75)) {
        const name = `%${this.bindings++}`;
        lines.push(`${name} = ${value};`);
        scope.push({ text: name, type });
      } else {
        hasGraph = r.chance(0.5);
        const name = this.fresh("v");
        lines.push(`let ${name} = ${value};`);
        scope.push({ text: name, type });
      }
    }
    if (this.hasLists && depth > 0 && r.chance(0.2)) {
      const item = this.type(1);
      const name = this.fresh("m");
      const clauses = [`Cons(${name}, _) => {\n${this.block([...scope, { text: name, type: item }], wanted, depth - 1)}\n},`];
      clauses.push(`Nil => {\n${this.block(scope, wanted, depth - 1)}\n},`);
      const data = this.expression(scope, { kind: "list", item }, depth - 1);
      lines.push(`match (${data}) {\n${clauses.join("\n")}\n}`);
    } else {
      // What the expression binds comes first.
      const result = this.expression(scope, wanted, depth);
      lines.push(result);
    }
    this.lines = around;
    return lines.join("\n");
  }

  private fresh(letter: string): string {
    return `%${letter}${this.names++}`;
  }

  private expression(scope: readonly Value[], wanted: Wanted, depth: number): string {
    const { r } = this;
    if (depth <= 0) return this.leaf(scope, wanted);
    const inner = (type: Wanted = wanted) => this.expression(scope, type, depth - 1);
    const kind = r.int(0, 15);
    switch (kind) {
      case 0:
        return `if (%c) {\n${this.block(scope, wanted, depth - 1)}\n} else {\n${this.block(scope, wanted, depth - 1)}\n}`;
      case 1: {
        const types = r.many(r.int(1, 3), () => this.type(1));
        const at = r.int(0, types.length - 1);
        types[at] = wanted;
        return `${this.bound(`(${types.map((t) => inner(t)).join(", ")}${types.length === 1 ? "," : ""})`)}.${at}`;
      }
      case 2:
        return this.called(scope, wanted, depth);
      case 3:
        return this.globalCall(scope, wanted, depth);
      case 4:
        if (this.hasReferences) return `ref_read(${this.bound(`ref(${inner()})`)})`;
        return this.composed(scope, wanted, depth);
      case 5: {
        // A value by a function that is in a tuple, or that a branch gives.
        const from = r.many(r.int(0, 1), () => this.type(1));
        const type: Wanted = { kind: "function", from, to: wanted };
        return `${this.bound(inner(type))}(${from.map((t) => inner(t)).join(", ")})`;
      }
      default:
        return this.composed(scope, wanted, depth);
    }
  }

  /** A name for the value, which a statement of the innermost block binds. */
  private bound(text: string): string {
    const name = `%${this.bindings++}`;
    this.lines.push(`${name} = ${text};`);
    return name;
  }

  private composed(scope: readonly Value[], wanted: Wanted, depth: number): string {
    const { r } = this;
    const inner = (type: Wanted = wanted) => this.expression(scope, type, depth - 1);
    switch (wanted.kind) {
      case "tensor":
        return this.operator(scope, depth);
      case "scalar":
        return r.chance(0.5) ? `${r.pick(binary)}(${inner()}, ${inner()})` : `mean(${inner(tensor)})`;
      case "tuple":
        return r.chance(0.7)
          ? `(${wanted.fields.map((f) => inner(f)).join(", ")}${wanted.fields.length === 1 ? "," : ""})`
          : this.leaf(scope, wanted);
      case "list":
        return r.chance(0.5) ? `Cons(${inner(wanted.item)}, ${inner()})` : this.leaf(scope, wanted);
      case "function": {
        const params = wanted.from.map((type) => ({ text: this.fresh("q"), type }));
        const written = params.map((p) => `${p.text}: ${this.typeText(p.type)}`).join(", ");
        return `fn (${written}) {\n${this.block([...scope, ...params], wanted.to, depth - 1)}\n}`;
      }
    }
  }

  private operator(scope: readonly Value[], depth: number): string {
    const { r } = this;
    const inner = (type: Wanted = tensor) => this.expression(scope, type, depth - 1);
    switch (r.int(0, 11)) {
      case 0:
      case 1:
        return `nn.conv2d(${inner()}, meta[relay.Constant][${r.int(0, 1)}] /* ty=Tensor[(4, 4, 3, 3), float32] */, padding=[1, 1, 1, 1], channels=4, kernel_size=[3, 3])`;
      case 2:
        return `nn.bias_add(${inner()}, meta[relay.Constant][2] /* ty=Tensor[(4), float32] */)`;
      case 3: {
        const parts = this.bound(`split(${inner()}, indices_or_sections=2, axis=1)`);
        const text = `${parts}.0`;
        return `concatenate((${text}, ${text}), axis=1)`;
      }
      case 4:
        return `${r.pick(binary)}(${inner()}, ${r.chance(0.5) ? inner(scalar) : "meta[relay.Constant][3] /* ty=Tensor[(4, 1, 1), float32] */"})`;
      case 5:
        return `annotation.stop_fusion(${inner()})`;
      case 6: {
        const pair = this.type(1);
        return pair.kind === "tuple" && pair.fields.length > 0 && pair.fields.every((f) => f.kind === "tensor")
          ? `strided_slice(concatenate(${inner(pair)}, axis=1), begin=[0], end=[4], strides=[1], axes=[1])`
          : `nn.max_pool2d(${inner()}, pool_size=[3, 3], padding=[1, 1, 1, 1])`;
      }
      case 7:
      case 8:
      case 9:
        return `${r.pick(binary)}(${inner()}, ${inner()})`;
      default:
        return `${r.pick(unary)}(${inner()})`;
    }
  }

  private called(scope: readonly Value[], wanted: Wanted, depth: number): string {
    const { r } = this;
    const fitting = scope.filter((v) => v.type.kind === "function" && keyOf(v.type.to) === keyOf(wanted));
    if (fitting.length > 0 && r.chance(0.8)) {
      const { text, type } = r.pick(fitting);
      if (type.kind === "function") return `${text}(${type.from.map((t) => this.expression(scope, t, depth - 1)).join(", ")})`;
    }
    const params = r.many(r.int(0, 2), () => ({ text: this.fresh("p"), type: this.type(1) }));
    const written = params.map((p) => `${p.text}${r.chance(0.7) ? `: ${this.typeText(p.type)}` : ""}`).join(", ");
    const args = params.map((p) => this.expression(scope, p.type, depth - 1)).join(", ");
    const literal = `fn (${written}) {\n${this.block([...(r.chance(0.6) || this.shape.includes("?") ? scope : []), ...params], wanted, depth - 1)}\n}`;
    return `${this.bound(literal)}(${args})`;
  }

  private globalCall(scope: readonly Value[], wanted: Wanted, depth: number): string {
    const fitting = this.globals.filter((g) => keyOf(g.to) === keyOf(wanted));
    if (fitting.length === 0) return this.composed(scope, wanted, depth);
    const { name, from } = this.r.pick(fitting);
    return `${name}(${[...from.map((t) => this.expression(scope, t, depth - 1)), "%c"].join(", ")})`;
  }

  private leaf(scope: readonly Value[], wanted: Wanted): string {
    const { r } = this;
    const known = scope.filter((v) => keyOf(v.type) === keyOf(wanted));
    if (known.length > 0 && r.chance(0.95)) return r.chance(0.5) ? (known.at(-1)?.text ?? "") : r.pick(known).text;
    switch (wanted.kind) {
      case "tensor":
        return this.shape.includes("?")
          ? (scope.find((v) => v.type.kind === "tensor")?.text ?? "%a")
          : `zeros(shape=[1, 4, 8, 8], dtype="float32")`;
      case "scalar":
        return r.pick(["1f", "2f", "0.5f"]);
      case "tuple":
        return `(${wanted.fields.map((f) => this.leaf(scope, f)).join(", ")}${wanted.fields.length === 1 ? "," : ""})`;
      case "list":
        return r.chance(0.5) ? "Nil" : `Cons(${this.leaf(scope, wanted.item)}, Nil)`;
      case "function": {
        const params = wanted.from.map((type) => ({ text: this.fresh("q"), type }));
        const written = params.map((p) => `${p.text}: ${this.typeText(p.type)}`).join(", ");
        return `fn (${written}) {\n${this.leaf([...scope, ...params], wanted.to)}\n}`;
      }
    }
  }
}
