/** From a model to a module. Follows from_tflite in python/tvm/relay/frontend/tflite.py. */
import { type Expr, Failure, freeVars, func, lineageRecorder, type Module, moduleOf, raise, rewrite, tuple } from "@relayscope/ir";
import type { Imported, ImportOptions, ImportProblem } from "../../contract.ts";
import { ConversionFailure, ModelFailure } from "../../diagnostics.ts";
import { Relay } from "../../relay/relay.ts";
import { Sources } from "../../relay/sources.ts";
import { converters } from "../converters/converters.ts";
import { messages } from "../diagnostics.ts";
import type { Model, Operator, Subgraph } from "../file/model.ts";
import { Conversion, type Converted } from "./conversion.ts";
import { leaveHole } from "./holes.ts";
import { makeInputs } from "./inputs.ts";
import { isDynamicRange, operatorName, whyUnsupported } from "./operators.ts";
import { Values } from "./values.ts";

type Report = (problem: ImportProblem) => void;

interface Importing {
  readonly model: Model;
  readonly subgraph: Subgraph;
  readonly r: Relay;
  readonly values: Values;
  readonly operatorOf: Map<string, string>;
  /**
   * If set, an operator that cannot be converted is reported and becomes an unknown one; otherwise the import fails.
   */
  readonly report: Report | undefined;
}

/**
 * The module that a model means; weights stay variables where nothing else is asked for. Throws a `ConversionFailure`
 * or a `ModelFailure` with a sentence where it cannot be imported; with `leavesHoles` only where nothing can be.
 */
export function importModel(model: Model, options: ImportOptions = {}): Imported {
  const problems: ImportProblem[] = [];
  const report: Report | undefined = options.leavesHoles ? (problem) => problems.push(problem) : undefined;
  const subgraph = mainOf(model, report);
  const sources = new Sources();
  const r = new Relay(sources);
  const values = new Values(r, model, subgraph);
  const importing: Importing = { model, subgraph, r, values, operatorOf: new Map(), report };
  makeInputs(r, values, subgraph, options, report);
  if (!report) demandSupported(importing);
  for (const [i, operator] of subgraph.operators.entries()) {
    convert(importing, operator);
    options.progress?.(i + 1, subgraph.operators.length);
  }
  const { body, names } = outputsOf(importing);
  const keepsParameters = options.keepsParameters ?? true;
  const module = moduleWith(keepsParameters ? body : bound(body, values, importing), names);
  const params = keepsParameters ? values.params : new Map<string, never>();
  return { format: "TFLite", module, sources, operatorOf: importing.operatorOf, params, isTyped: false, problems, leftOut: [] };
}

function mainOf({ subgraphs }: Model, report: Report | undefined): Subgraph {
  const [main] = subgraphs;
  if (!main) throw messages.noSubgraph();
  if (subgraphs.length > 1) {
    if (!report) throw messages.severalSubgraphs(subgraphs.length);
    report({ operator: undefined, node: undefined, code: "tflite-several-subgraphs", message: messages.onlyMain(subgraphs.length) });
  }
  return main;
}

/** Throws where the reference refuses a model before it converts anything. */
function demandSupported({ model, subgraph }: Importing): void {
  const unsupported = new Map<string, ConversionFailure>();
  const dynamic = new Set<string>();
  for (const operator of subgraph.operators) {
    const name = operatorName(model, operator);
    const failure = whyUnsupported(model, operator);
    if (failure) unsupported.set(name, failure);
    else if (isDynamicRange(subgraph, operator)) dynamic.add(name);
  }
  const [first] = unsupported.values();
  if (first) throw unsupported.size === 1 ? first : messages.unsupported([...unsupported.keys()]);
  if (dynamic.size > 0) throw messages.dynamicRange([...dynamic]);
}

function convert(importing: Importing, operator: Operator): void {
  const { model, values, r, report, operatorOf } = importing;
  const operatorType = operatorName(model, operator);
  let node = operatorType;
  try {
    node = (operator.outputs ?? []).map((index) => values.nameOf(index)).join(", ");
    operatorOf.set(node, operatorType);
    place(importing, operator, node, converted(importing, operator, operatorType));
  } catch (error) {
    const failure = failureOf(error);
    if (!report) throw new ConversionFailure(messages.atNode(operatorType, node, failure.message), failure.code);
    report({ operator: operatorType, node, code: failure.code, message: messages.hole(operatorType, node, failure.message) });
    leaveHole(r, values, operator, operatorType, node);
  }
}

function converted({ model, subgraph, r, values, report }: Importing, operator: Operator, name: string): Converted {
  const failure = whyUnsupported(model, operator);
  if (failure) throw failure;
  if (report && isDynamicRange(subgraph, operator)) throw messages.dynamicRange([name]);
  const converter = (Object.hasOwn(converters, name) ? converters[name] : undefined) ?? raise(messages.unsupported([name]));
  return converter(new Conversion(r, values, operator), r);
}

/** Gives the outputs of an operator their names. */
function place({ r, values }: Importing, { outputs }: Operator, node: string, value: Converted): void {
  if (!value) return;
  r.sources.fill(value.kind === "Several" ? value.tuple : value, node);
  const names = (outputs ?? []).map((index) => values.nameOf(index));
  const [first] = names;
  if (names.length === 1 && first !== undefined) {
    if (value.kind === "Several") throw new ConversionFailure(`it has ${value.size} outputs in Relay, and one in the model.`);
    values.set(first, value);
    return;
  }
  for (const [i, name] of names.entries()) {
    if (value.kind !== "Several") throw new ConversionFailure(`it has one output in Relay, and ${names.length} in the model.`);
    values.set(name, r.field(value, i));
  }
}

function outputsOf({ subgraph, values, report }: Importing): { readonly body: Expr; readonly names: readonly string[] } {
  if (!subgraph.outputs) throw messages.noOutputList();
  const names: string[] = [];
  const found: Expr[] = [];
  for (const index of subgraph.outputs) {
    const name = values.nameOf(index);
    const value = values.get(name);
    if (value) {
      names.push(name);
      found.push(value);
      continue;
    }
    const failure = messages.unknownOutput(name);
    if (!report) throw failure;
    report({ operator: undefined, node: undefined, code: failure.code, message: failure.message });
  }
  const [first] = found;
  if (!first && subgraph.outputs.length > 0) throw messages.noOutputs();
  return { body: first && found.length === 1 ? first : tuple(found), names };
}

function moduleWith(body: Expr, names: readonly string[]): Module {
  const attrs = new Map([["output_tensor_names", names.map(sanitized)]]);
  return moduleOf([["main", func({ params: freeVars(body), body, attrs })]]);
}

/**
 * A name as compilers' artifacts may have it: every byte that is not a letter or digit is an underscore. Follows
 * SanitizeName in src/relay/backend/name_transforms.cc.
 */
function sanitized(name: string): string {
  if (name === "") throw messages.emptyOutputName();
  return [...new TextEncoder().encode(name)].map((byte) => asciiWord(byte)).join("");
}

function asciiWord(byte: number): string {
  const letter = String.fromCharCode(byte);
  return byte < 128 && /[A-Za-z0-9]/.test(letter) ? letter : "_";
}

/**
 * The body with its parameters as constants, as bind_params_by_name makes it; a constant's source is the parameter's.
 */
function bound(body: Expr, { params }: Values, { r }: Importing): Expr {
  const lineage = lineageRecorder();
  const out = rewrite(body, {
    lineage,
    post: (original, e) => {
      const data = e.kind === "Var" ? params.get(e.name) : undefined;
      if (!data) return e;
      const value = r.constantOf(data);
      const source = r.sources.of(original);
      if (source !== undefined) r.sources.set(value, source);
      return value;
    },
  });
  r.sources.follow(moduleOf([["main", func({ params: freeVars(out), body: out })]]), lineage);
  return out;
}

function failureOf(error: unknown): ConversionFailure {
  if (error instanceof ConversionFailure) return error;
  if (error instanceof Failure) return new ConversionFailure(error.message, error.code);
  if (error instanceof ModelFailure && error.code === "tflite-damaged") return new ConversionFailure(error.message, error.code);
  if (error instanceof RangeError) return new ConversionFailure("it asks for more than can be held in memory.", "tflite-too-large");
  throw error;
}
