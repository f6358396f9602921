/**
 * The step PartitionGraph within the pass of that name: each region becomes a function of the module, which is called
 * in its place. Follows Partitioner in src/relay/transforms/partition_graph.cc, which infers the whole module again for
 * each region. Here nodes keep their types, and a region's function is typed when it is made.
 *
 * A region's function is made at the first of its ends in visiting order, once all its outputs are rewritten. A region
 * that feeds another one of its outputs therefore gets its function first. Parameters are numbered by the place of
 * their `compiler_begin` among the region's inputs, and are ordered by their first visit.
 */
import { separateConstants } from "@relayscope/infer";
import {
  type AttrValue,
  at,
  type Call,
  call,
  type Diagnostic,
  type Expr,
  Failure,
  type Func,
  func,
  funcType,
  globalVar,
  keptIn,
  type LineageRecorder,
  type Module,
  present,
  type Rewriter,
  raise,
  rewriter,
  type Type,
  tuple,
  tupleGetItem,
  tupleType,
  type Var,
  variable,
} from "@relayscope/ir";
import {
  type AnnotatedRegionSet,
  type Annotation,
  annotated,
  isBegin,
  isEnd,
  type Region,
  targetOf,
  unannotated,
} from "@relayscope/regions";
import type { Decision } from "../../core/decisions.ts";
import { demandWellFormed } from "../../core/demandWellFormed.ts";
import { withBody } from "../../core/functionBodies.ts";
import { type ModuleRun, modulePass } from "../../core/modulePass.ts";
import { mutationOrder } from "../../core/mutationOrder.ts";
import { flag } from "../../core/options.ts";
import { isOfHole, type Pass } from "../../core/pass.ts";
import { bindParameters } from "../../core/substitute.ts";
import { withTypeOf } from "../../core/withType.ts";
import { beginWithoutValue, cyclicRegions, outputUnknown, regionsLeftAlone } from "../diagnostics.ts";
import { optimizersOption, type RegionOptimizer } from "../regionHooks.ts";
import { regionsForPass } from "../regionsForPass.ts";

export const bindConstantsOption = flag(
  true,
  "Whether constants that go into a region become part of its function; else they are arguments.",
);

/** The step with the targets' hooks on the functions of their regions. */
export function partitionRegionsWith(optimize: RegionOptimizer): Pass {
  return modulePass({
    name: "PartitionGraph",
    summary: "Makes a function of each region.",
    upstream: ["src/relay/transforms/partition_graph.cc"],
    options: { bind_constants: bindConstantsOption, optimize: optimizersOption },
    infersTypes: true,
    run: (run) => partitioned(run, run.options.bind_constants, run.options.optimize ? optimize : undefined),
  });
}

/** After this many rounds a text with holes is left as it is. */
const mostRounds = 40;

/**
 * The module with its regions as functions. In a text with holes, regions for which the reference would raise are kept.
 */
function partitioned(run: ModuleRun, isBinding: boolean, optimize: RegionOptimizer | undefined): Module {
  if (!run.context.hasHoles) return new Partitioner(run, isBinding, optimize).partitioned();
  const leftAlone = new Set<string>();
  const failures = new Map<string, { readonly target: string; readonly first: Diagnostic; readonly ids: number[] }>();
  for (let round = 0; ; round++) {
    const pending: Decision[] = [];
    const decide = run.decide && ((decision: Decision) => void pending.push(decision));
    const partitioner = new Partitioner({ ...run, decide }, isBinding, optimize, leftAlone);
    try {
      const module = partitioner.partitioned();
      for (const decision of pending) run.decide?.(decision);
      for (const { target, ids, first } of failures.values()) run.report(regionsLeftAlone(target, ids, first));
      return module;
    } catch (error) {
      const region = error instanceof Failure ? partitioner.regionAt(error) : undefined;
      if (!(error instanceof Failure) || !isOfHole(run.context, error.diagnostic) || !region) throw error;
      if (round >= mostRounds || leftAlone.has(keyOf(region))) throw error;
      leftAlone.add(keyOf(region));
      const key = `${region.target} ${error.diagnostic.code}`;
      const alike = keptIn(failures, key, () => ({ target: region.target, first: error.diagnostic, ids: [] }));
      alike.ids.push(region.id);
    }
  }
}

/** The value that an end annotates: an end without it is in no region. */
function valueOf(end: Annotation): Expr {
  return present(annotated(end));
}

function keyOf({ functionName, id }: Region): string {
  return `${functionName} ${id}`;
}

/** The function made of a region. */
interface RegionFunction {
  readonly region: Region;
  readonly params: Var[];
  readonly args: Expr[];
  /** The parameter for each input value. Repeated inputs share one. */
  readonly paramOf: Map<Expr, Var>;
  /**
   * For each output (the value that an end annotates), its replacement in the caller; absent until the function is
   * made.
   */
  readonly results: Map<Expr, Expr>;
  state: "open" | "in-making" | "made";
}

class Partitioner {
  private readonly module: Module;
  private readonly lineage: LineageRecorder;
  private readonly regionSets = new Map<string, AnnotatedRegionSet>();
  private readonly functions: Map<string, Func>;
  private readonly bodies: Rewriter;
  private regions: AnnotatedRegionSet | undefined;
  /** By region id, of the function that is being partitioned. */
  private madeOf: (RegionFunction | undefined)[] = [];
  /** By the number of a `compiler_begin`: its place among its region's inputs. */
  private places = new Int32Array(0);
  private isSame = true;
  /** The function that is being partitioned. */
  private current: Func | undefined;
  /** The region that is being looked at. */
  private making: Region | undefined;

  constructor(
    private readonly run: ModuleRun,
    private readonly isBinding: boolean,
    private readonly optimize: RegionOptimizer | undefined,
    private readonly leftAlone: ReadonlySet<string> = new Set(),
  ) {
    this.module = run.module;
    this.lineage = run.lineage;
    this.functions = new Map(this.module.functions);
    for (const [name, f] of this.module.functions) this.regionSets.set(name, regionsForPass(f, name));
    this.bodies = rewriter({
      keepsLeaves: true,
      children: mutationOrder,
      lineage: this.lineage,
      needs: (expr) => (isEnd(expr) && !this.isLeftAlone(expr) ? this.outputsToRewrite(expr) : undefined),
      post: (original, rebuilt) => this.replaced(original, rebuilt),
    });
  }

  partitioned(): Module {
    for (const [name, f] of this.module.functions) {
      this.regions = this.regionSets.get(name);
      this.madeOf = [];
      this.places = new Int32Array(this.regions?.numbered.nodes.length ?? 0).fill(-1);
      this.current = f;
      this.making = undefined;
      const changed = withBody(f, this.bodies.rewrite(f.body), this.lineage);
      this.making = undefined;
      if (changed !== f) {
        demandWellFormed(name, changed, f);
        this.put(name, changed);
      }
    }
    return this.isSame ? this.module : separateConstants({ ...this.module, functions: this.functions }, this.lineage);
  }

  private put(name: string, f: Func): void {
    this.functions.set(name, f);
    this.isSame = false;
  }

  /**
   * The region of a failure: its annotation's region, the region whose parameter left its function, or the region being
   * made.
   */
  regionAt({ node }: Failure): Region | undefined {
    if (node && isBegin(node)) return this.regions?.regionOf(node);
    const made = node?.kind === "Var" ? this.madeOf.find((each) => each?.params.includes(node)) : undefined;
    return made?.region ?? this.making;
  }

  private isLeftAlone(annotation: Annotation): boolean {
    const region = this.leftAlone.size === 0 ? undefined : this.regions?.regionOf(annotation);
    return region !== undefined && this.leftAlone.has(keyOf(region));
  }

  private replaced(original: Expr, rebuilt: Expr): Expr {
    if ((isBegin(original) || isEnd(original)) && this.isLeftAlone(original)) return withTypeOf(original, rebuilt);
    if (isBegin(original) && isBegin(rebuilt)) return this.parameterFor(original, rebuilt);
    if (isEnd(original)) return this.resultFor(original);
    return withTypeOf(original, rebuilt);
  }

  /** The function of the region around an annotation, which is given by its number. */
  private functionAt(annotation: number): RegionFunction {
    const regions = present(this.regions);
    const region = present(regions.regionAt(annotation));
    let made = this.madeOf[region.id];
    if (!made) {
      for (const [place, begin] of regions.inputsAt(region).entries()) this.places[begin] = place;
      made = { region, params: [], args: [], paramOf: new Map(), results: new Map(), state: "open" };
      this.madeOf[region.id] = made;
    }
    return made;
  }

  private numberOf(annotation: Annotation): number {
    return present(this.regions).numbered.numberOf(annotation);
  }

  private parameterFor(begin: Annotation, rebuilt: Annotation): Expr {
    const value = annotated(rebuilt) ?? raise(beginWithoutValue(begin, targetOf(begin)));
    const number = this.numberOf(begin);
    const into = this.functionAt(number);
    const source = unannotated(begin);
    return keptIn(into.paramOf, source, () => {
      const { id, target } = into.region;
      const param = variable(`${target}_${id}_i${this.places[number] ?? -1}`, begin.checkedType, { checkedType: begin.checkedType });
      into.params.push(param);
      into.args.push(value);
      return param;
    });
  }

  /** At the first end of a region: its outputs, which have to be rewritten before its function can be made. */
  private outputsToRewrite(end: Annotation): readonly Expr[] {
    const made = this.functionAt(this.numberOf(end));
    this.making = made.region;
    if (made.state === "made") return none;
    if (made.state === "in-making") throw cyclicRegions(end, made.region.target);
    made.state = "in-making";
    return this.outputsOf(made);
  }

  /** The outputs of a region, each value once. */
  private outputsOf(made: RegionFunction): Expr[] {
    const outputs = present(this.regions).outputsOf(made.region).map(valueOf);
    return outputs.length === 1 ? outputs : [...new Set(outputs)];
  }

  private resultFor(end: Annotation): Expr {
    const made = this.functionAt(this.numberOf(end));
    this.making = made.region;
    if (made.state !== "made") this.makeFunction(made, end);
    const result = made.results.get(valueOf(end)) ?? raise(outputUnknown(end, made.region.id));
    return result;
  }

  private makeFunction(made: RegionFunction, end: Annotation): void {
    made.state = "made";
    const outputs = this.outputsOf(made);
    const fields = outputs.map((output) => present(this.bodies.rewritten(output)));
    const [onlyField] = fields;
    const isSingle = fields.length === 1 && onlyField !== undefined;
    const type = isSingle ? valueOf(end).checkedType : typeOfTuple(outputs);
    const body = isSingle ? onlyField : tuple(fields, { checkedType: type });
    if (!isSingle) this.lineage.record(body, ...outputs);

    const { region } = made;
    const name = this.freshName(`${region.target}_${region.functionName}_${region.id}`);
    this.reportIds(made, name);
    const bound = new Map<Var, Expr>();
    const args: Expr[] = [];
    made.params.forEach((param, i) => {
      const value = at(made.args, i);
      if (this.isBinding && isConstantInput(value)) bound.set(param, value);
      else args.push(value);
      this.reportConstant(value, bound.has(param), name);
    });
    const plain = func({ params: made.params, body, returnType: type });
    this.lineage.record(plain, ...outputs);
    const whole = bindParameters(plain, bound, this.lineage);
    const optimized = this.optimize?.(whole, region.target, this.run.context, this.lineage) ?? whole;
    const attrs = new Map<string, AttrValue>([
      ["Compiler", region.target],
      ["Primitive", 1],
      ["Inline", 1],
      ["global_symbol", name],
    ]);
    const signature = signatureOf(optimized);
    const external = func({ ...optimized, attrs }, { checkedType: signature });
    this.lineage.record(external, optimized);
    demandWellFormed(name, external, this.current);
    this.put(name, external);

    const callee = globalVar(name, { checkedType: signature });
    const calling: Call = call(callee, args, undefined, { checkedType: type });
    const ends = present(this.regions).outputsOf(region);
    this.lineage.record(calling, ...outputs, ...ends);
    outputs.forEach((output, i) => {
      const result = isSingle ? calling : tupleGetItem(calling, i, { checkedType: output.checkedType });
      if (!isSingle) this.lineage.record(result, output);
      made.results.set(output, result);
    });
  }

  /**
   * A name that no function of the module has: underscores for dots, and a number at the end if the name is taken
   * (src/ir/name_supply.cc).
   */
  private freshName(wanted: string): string {
    const name = wanted.replaceAll(".", "_");
    let unique = name;
    for (let i = 1; this.functions.has(unique); i++) unique = `${name}_${i}`;
    return unique;
  }

  private reportIds(made: RegionFunction, functionName: string): void {
    const { decide } = this.run;
    if (!decide) return;
    const { id: own, target, functionName: caller } = made.region;
    const regions = present(this.regions);
    for (const begin of regions.inputsOf(made.region)) {
      const id = regions.idSpentBy(begin) ?? own;
      decide({ kind: "region-id", id, begin, target, caller, functionName: id === own ? functionName : undefined });
    }
  }

  private reportConstant(value: Expr, isBound: boolean, functionName: string): void {
    if (!isConstantInput(value)) return;
    this.run.decide?.({ kind: "constant", constant: value, place: isBound ? "region-body" : "parameter", functionName });
  }
}

const none: readonly Expr[] = [];

/** A constant, or a tuple of nothing but constants. */
function isConstantInput(value: Expr): boolean {
  return value.kind === "Constant" || (value.kind === "Tuple" && value.fields.every((field) => field.kind === "Constant"));
}

function typeOfTuple(fields: readonly Expr[]): Type | undefined {
  const types = typesOf(fields);
  return types && tupleType(types);
}

/** The type of a function that is typed throughout; undefined where something of it is not. */
function signatureOf(f: Func): Type | undefined {
  const types = typesOf(f.params);
  return types && f.returnType && f.body.checkedType ? funcType(types, f.returnType) : undefined;
}

function typesOf(exprs: readonly Expr[]): Type[] | undefined {
  const types: Type[] = [];
  for (const { checkedType } of exprs) {
    if (!checkedType) return undefined;
    types.push(checkedType);
  }
  return types;
}
