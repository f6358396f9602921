/** Passes as Python sees them. Follows python/tvm/ir/transform.py. */
import { findPass } from "@relayscope/passes/all";
import {
  hostAttribute,
  hostClass,
  hostFunction,
  hostMethod,
  PyClass,
  type Runtime,
  typeError,
  typeName,
  type Value,
} from "@relayscope/python";
import { refuseMissing } from "../load/standIns.ts";
import { arrayOf } from "../objects/containers.ts";
import { internalError } from "../objects/errors.ts";
import { moduleOfValue } from "../objects/moduleObjects.ts";
import { elementsOf } from "../objects/sequences.ts";
import { TvmObject, tvmObjectClass } from "../objects/tvmObject.ts";
import { levelOfPass, nameOfPass, type OwnPass, type PassData } from "./passData.ts";
import { infoFrom, infoOf, passInfoClass } from "./passInfo.ts";
import { runPass } from "./runPass.ts";

export class PassObject extends TvmObject {
  constructor(
    public data: PassData,
    cls: PyClass = classOfPass(data),
  ) {
    super(cls);
  }

  override show(): string {
    const { data } = this;
    const inner = innerOf(data);
    const kind = inner ? "Sequential" : onWholeModule(data) ? "Module" : "Function";
    const shown = `Run ${kind} pass: ${nameOfPass(data)} at the optimization level ${levelOfPass(data)}`;
    return inner ? `${shown}. The passes will be executed are: [${inner.map((pass) => `${nameOfPass(pass)} `).join("")}]` : shown;
  }
}

// ---- classes

/** A pass that nobody said yet what it does: the class of a file that makes one did not run to its end. */
const empty: PassData = { kind: "unsupported", name: "" };

const passClass = hostClass({
  name: "Pass",
  module: "tvm.ir.transform",
  bases: [tvmObjectClass],
  allocate: (cls) => new PassObject(empty, cls),
  members: {
    __call__: hostMethod("__call__", "self, mod", (m, self, mod) => runOn(m, self, mod)),
    pass_info: hostAttribute("pass_info", PassObject, ({ data }) => infoOf(data)),
    info: hostAttribute("info", PassObject, ({ data }) => infoOf(data)),
  },
});

const modulePassClass = hostClass({ name: "ModulePass", module: "tvm.ir.transform", bases: [passClass] });
const functionPassClass = hostClass({ name: "FunctionPass", module: "tvm.relay.transform.transform", bases: [passClass] });

const sequentialClass: PyClass = hostClass({
  name: "Sequential",
  module: "tvm.ir.transform",
  bases: [passClass],
  members: {
    __init__: hostMethod(
      "__init__",
      "self, passes=None, opt_level=0, name='sequential', required=None, traceable=False",
      (_m, self, passes = null, level = 0, name = "", required = null) => {
        if (!(self instanceof PassObject)) throw typeError("a pass is expected");
        self.data = {
          kind: "sequence",
          ...infoFrom(level, name, required),
          passes: passesOf(passes),
        };
        return null;
      },
    ),
    passes: hostAttribute("passes", PassObject, ({ data }) => {
      const inner = innerOf(data);
      return inner && arrayOf(inner.map((pass) => new PassObject(pass)));
    }),
  },
});

function passesOf(value: Value): readonly PassData[] {
  if (value === null) return [];
  const given = elementsOf(value);
  if (!given) throw typeError("passes must be a list of Pass objects.");
  return given.map((pass) => {
    if (pass instanceof PassObject) return pass.data;
    refuseMissing(pass);
    const what = pass instanceof PyClass ? "type" : typeName(pass) === "function" ? "FunctionHandle" : typeName(pass);
    throw internalError(`Check failed: type_code_ == kTVMObjectHandle: expected Object but got ${what}`);
  });
}

/** Passes of the compiler that are made of others, which have no pass of their own here but for a few. */
const sequences: Readonly<Record<string, string>> = {
  AnnotateTarget: "AnnotateTargetFunc InferType",
  FoldScaleAxis: "BackwardFoldScaleAxis ForwardFoldScaleAxis FoldConstant",
  MergeCompilerRegions: "MergeCompilerRegions InferType",
  PartitionGraph: "FlattenNestedTuples RemoveDefaultAnnotations PartitionGraph NameMangleExtFuncs InferType",
  PlanDevices: "",
};

/** The passes that a pass is a sequence of; undefined for one that is none. */
function innerOf(data: PassData): readonly PassData[] | undefined {
  if (data.kind === "sequence") return data.passes;
  const name = data.kind === "built-in" ? data.pass.name : data.kind === "unsupported" ? data.name : "";
  if (!Object.hasOwn(sequences, name)) return undefined;
  return (sequences[name] ?? "").split(" ").map((inner) => {
    const pass = Object.hasOwn(sequences, inner) ? undefined : findPass(inner);
    return pass ? { kind: "built-in", pass, options: {} } : { kind: "unsupported", name: inner };
  });
}

/** Passes of the compiler that run on a module. The rest run on its functions. */
const wholeModule = new Set([
  "FlattenNestedTuples",
  "NameMangleExtFuncs",
  "RemoveDefaultAnnotations",
  "AnnotateSpans",
  "CollagePartition",
  "DeadCodeElimination",
  "EtaExpand",
  "FirstOrderGradient",
  "InferType",
  "Inline",
  "InlineCompilerFunctionsBoundTo",
  "LambdaLift",
  "MarkCompilerFunctionsAsExtern",
  "OutlineCompilerFunctionsWithExistingGlobalSymbols",
  "PartialEvaluate",
  "RemoveUnusedFunctions",
  "ToANormalForm",
  "ToBasicBlockNormalForm",
]);

function onWholeModule(data: PassData): boolean {
  if (data.kind === "built-in") return wholeModule.has(data.pass.name);
  return data.kind === "unsupported" ? wholeModule.has(data.name) : data.kind === "module";
}

function classOfPass(data: PassData): PyClass {
  if (innerOf(data)) return sequentialClass;
  return onWholeModule(data) ? modulePassClass : functionPassClass;
}

/** Runs a pass on a module that Python holds. */
function runOn(m: Runtime, self: Value, mod: Value): Value {
  if (!(self instanceof PassObject)) throw typeError("a pass is expected");
  return runPass(m, self.data, moduleOfValue(mod)).handle();
}

// ---- what the library makes passes with

function ownPass(kind: Value, callee: Value, level: Value, name: Value, required: Value): OwnPass {
  return { kind: kind === "function" ? "function" : "module", ...infoFrom(level, name, required), callee };
}

export const passMembers: Readonly<Record<string, Value>> = {
  Pass: passClass,
  ModulePass: modulePassClass,
  FunctionPass: functionPassClass,
  Sequential: sequentialClass,
  PassInfo: passInfoClass,
  make_pass: hostFunction(
    "make_pass",
    "cls, kind, callee, opt_level, name, required",
    (_m, cls = null, kind = null, callee = null, level = null, name = null, required = null) => {
      if (!(cls instanceof PyClass)) throw typeError("a class is expected");
      return new PassObject(ownPass(kind, callee, level, name, required), cls);
    },
  ),
  set_pass: hostFunction(
    "set_pass",
    "pass_, kind, callee, opt_level, name, required",
    (_m, pass = null, kind = null, callee = null, level = null, name = null, required = null) => {
      if (pass instanceof PassObject) pass.data = ownPass(kind, callee, level, name, required);
      return null;
    },
  ),
};
