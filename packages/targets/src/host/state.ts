/** What one program keeps: everything that the compiler registers at run time. Each run of target files has its own. */
import { type Func, keptIn, type Module } from "@relayscope/ir";
import type { OperatorDefinitions } from "@relayscope/ops";
import type { Difference, Heap, Runtime, Value } from "@relayscope/python";
import type { ContextData, PassStep } from "../passes/passData.ts";

/** What is registered under a key of an operator. */
interface OperatorAttribute {
  readonly value: Value;
  readonly level: number;
}

/**
 * Attributes of operators, by operator and key: `target.dnnl` holds a target's rules, `FTVMConvertOpLayout` how a
 * layout is changed.
 */
class OperatorAttributes {
  private readonly byOperator = new Map<string, Map<string, OperatorAttribute>>();
  private readonly cleared = new Map<string, Set<string>>();

  get(operator: string, key: string): Value | undefined {
    return this.byOperator.get(operator)?.get(key)?.value;
  }

  /** The level at which a key was registered. */
  levelOf(operator: string, key: string): number | undefined {
    return this.byOperator.get(operator)?.get(key)?.level;
  }

  /** Whether anything was registered for an operator: then it exists, whatever its name. */
  has(operator: string): boolean {
    return this.byOperator.has(operator);
  }

  /** The higher level wins, and of equal ones the later. */
  set(operator: string, key: string, value: Value, level: number): void {
    const attributes = keptIn(this.byOperator, operator, () => new Map());
    const known = attributes.get(key);
    if (known === undefined || known.level <= level) attributes.set(key, { value, level });
  }

  /** Puts another value in the place of what is registered. */
  replace(operator: string, key: string, value: Value): void {
    const known = this.byOperator.get(operator)?.get(key);
    if (known) this.byOperator.get(operator)?.set(key, { ...known, value });
  }

  /** Removes the value of an operator under a key, including the built-in one. */
  reset(operator: string, key: string): void {
    this.byOperator.get(operator)?.delete(key);
    const cleared = this.cleared.get(key) ?? new Set<string>();
    this.cleared.set(key, cleared.add(operator));
  }

  /** Restores the built-in value of an operator under a key. */
  restore(operator: string, key: string): void {
    this.byOperator.get(operator)?.delete(key);
    this.cleared.get(key)?.delete(operator);
  }

  /** The operators whose built-in value under a key was removed. */
  clearedOf(key: string): ReadonlySet<string> {
    return this.cleared.get(key) ?? new Set();
  }

  /** The values under a key by operator, in the order of the first registration. */
  under(key: string): ReadonlyMap<string, Value> {
    const found = new Map<string, Value>();
    for (const [operator, attributes] of this.byOperator) {
      const attribute = attributes.get(key);
      if (attribute) found.set(operator, attribute.value);
    }
    return found;
  }

  /** Returns a function that restores the present state. */
  kept(): () => void {
    const attributes = [...this.byOperator].map(([operator, known]) => [operator, new Map(known)] as const);
    const cleared = [...this.cleared].map(([key, operators]) => [key, new Set(operators)] as const);
    return () => {
      refill(
        this.byOperator,
        attributes.map(([operator, known]) => [operator, new Map(known)]),
      );
      refill(
        this.cleared,
        cleared.map(([key, operators]) => [key, new Set(operators)]),
      );
    };
  }

  keys(): ReadonlySet<string> {
    const keys = new Set<string>();
    for (const attributes of this.byOperator.values()) for (const key of attributes.keys()) keys.add(key);
    return keys;
  }
}

function refill<K, V>(map: Map<K, V>, entries: readonly (readonly [K, V])[]): void {
  map.clear();
  for (const [key, value] of entries) map.set(key, value);
}

/** Returns a function that restores everything that a program has registered so far. */
export function keptRegistry({ attributes, functions, tables }: TvmState): () => void {
  const restore = attributes.kept();
  const before = [[...functions], [...tables]] as const;
  return () => {
    restore();
    refill(functions, before[0]);
    refill(tables, before[1]);
  };
}

/** What the Python of a target of the reference registers, and its module. */
export interface OwnTarget {
  readonly module: Value;
  readonly table: Value | undefined;
  /** By operator. */
  readonly rules: ReadonlyMap<string, Value>;
}

/** Runs one pass on a module, or notes that it is skipped. Returns the module after it. */
export type StepRunner = (m: Runtime, step: PassStep, module: Module) => Module;

/**
 * The surroundings of a question to a program: the innermost context, the entered targets, and the program's values.
 */
export interface Surroundings {
  readonly context: ContextData;
  readonly targets: readonly Value[];
  /** The values of the program's names that differ in these surroundings. */
  readonly values: readonly Difference[];
}

/** The subject of a question to a program: its checks, its rules, or its region hooks; `end` is the end of its flow. */
export type AskedKind = "checks" | "rules" | "hooks" | "end";

/** Asks with the values of the surroundings in place. Changes that the program makes to them are kept. */
export function withValues<T>(values: readonly Difference[], ask: () => T): T {
  const exchange = () => {
    for (const difference of values) difference.exchange();
  };
  exchange();
  try {
    return ask();
  } finally {
    exchange();
  }
}

export interface TvmState {
  readonly operators: OperatorDefinitions;
  readonly attributes: OperatorAttributes;
  /** Whether what a program registers is next to the reference's own rules, not in their place. */
  keepsRules: boolean;
  /** What `register_func` was given, by name. */
  readonly functions: Map<string, Value>;
  /** Pass contexts that are entered, the innermost last. */
  readonly contexts: ContextData[];
  /** How passes are run: for good, or only noted. */
  runStep: StepRunner;
  /** Targets that are entered, the innermost last. */
  readonly targets: Value[];
  /**
   * The surroundings in which the file's own flow runs MergeComposite, AnnotateTarget and PartitionGraph, and those at
   * its end. Known once the flow was recorded.
   */
  surroundings: { readonly [kind in AskedKind]?: Surroundings };
  /** Pattern tables by compiler, as `register_pattern_table` was given them. */
  readonly tables: Map<string, Value>;
  /** The functions that gave them. */
  readonly tableMakers: Map<string, Value>;
  /** The reference's own targets that the program has asked for. */
  readonly ownTargets: Map<string, OwnTarget>;
  /** Whether the text has holes: an unknown value is then not an error. */
  hasHoles: boolean;
  /** The names of functions that rewrote expressions outside of passes, since the last pass. */
  readonly notes: Set<string>;
  /**
   * Functions whose parameters became constants since the last pass, with the resulting functions: the page binds
   * weights at the input.
   */
  readonly bound: Map<Func, Func>;
  /** The constants that are the weights of the page, while the partition function runs. */
  weights: ReadonlySet<unknown>;
  /** The state to restore before the partition function is called again; undefined before its first call. */
  start: { restoreRegistry(): void; readonly heap: Heap | undefined } | undefined;
  /** The next number for variables that passes make up. */
  readonly freshNames: { next: number };
}

const stateKey = Symbol("tvm");

/** A state in which nothing is registered. */
export function startState(m: Runtime, operators: OperatorDefinitions, runStep: StepRunner): TvmState {
  const state: TvmState = {
    operators,
    attributes: new OperatorAttributes(),
    keepsRules: false,
    functions: new Map(),
    contexts: [],
    runStep,
    targets: [],
    surroundings: {},
    tables: new Map(),
    tableMakers: new Map(),
    ownTargets: new Map(),
    hasHoles: false,
    notes: new Set(),
    bound: new Map(),
    weights: new Set(),
    start: undefined,
    freshNames: { next: 0 },
  };
  m.kept.set(stateKey, state);
  return state;
}

/** The state of a program. */
export function stateOf(m: Runtime): TvmState {
  const state = m.kept.get(stateKey);
  if (!isState(state)) throw new Error("The program has no state of the compiler.");
  return state;
}

function isState(value: unknown): value is TvmState {
  return typeof value === "object" && value !== null && "attributes" in value && value.attributes instanceof OperatorAttributes;
}
