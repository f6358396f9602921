/** Pages of the passes that choose and cut regions. */
import { convRelu, own, type PassWords } from "../words.ts";

const layers = `def @main(%x: Tensor[(1, 8, 4, 4), float32], %w: Tensor[(8, 8, 3, 3), float32]) {
  %0 = nn.conv2d(%x, %w, padding=[1, 1, 1, 1]);
  %1 = nn.relu(%0);
  %2 = sigmoid(%1);
  %3 = nn.conv2d(%2, %w, padding=[1, 1, 1, 1]);
  nn.relu(%3)
}
`;

const nested = `def @main(%x: Tensor[(2, 4), float32], %y: Tensor[(2, 4), float32]) {
  %0 = annotation.compiler_begin(%x, compiler="acc");
  %1 = annotation.compiler_begin(%y, compiler="acc");
  %2 = nn.relu(%0);
  %3 = exp(%1);
  %4 = (%2, %3);
  %5 = annotation.compiler_end(%4, compiler="acc");
  %6 = annotation.compiler_begin(%5, compiler="default");
  %7 = concatenate(%6, axis=1);
  annotation.compiler_end(%7, compiler="default")
}
`;

const partitioned = `def @main(%x: Tensor[(2, 4), float32]) -> Tensor[(2, 4), float32] {
  %0 = tanh(%x);
  @acc_0(%0)
}

def @acc_0(%i: Tensor[(2, 4), float32], Compiler="acc", Primitive=1, global_symbol="acc_0") -> Tensor[(2, 4), float32] {
  %1 = nn.relu(%i);
  sigmoid(%1)
}
`;

export const byocPasses: Readonly<Record<string, PassWords>> = {
  MergeComposite: {
    contract:
      "Every match of the target's pattern table becomes one call of a small function, the composite, that has the pattern's name. What the module computes stays the same.",
    decides:
      "Patterns are tried one by one in the order of the table, each over the whole function. The order is the priority: a later pattern can't take what an earlier one took. A match is dropped if the pattern's check refuses it, or if a node inside it is also used outside.",
    example: {
      text: layers,
      look: "The target has a pattern for `nn.conv2d` followed by `nn.relu`. Step inside: the search begins at the last node and goes up.",
      target: "acc",
      customTargets: [own("acc", [], { conv2d_relu: convRelu })],
    },
  },
  AnnotateTarget: {
    contract:
      "Every call is given the first target that can take it, and is between `compiler_begin` and `compiler_end` of that target. Operators that no target takes are annotated for `default`, the host.",
    decides:
      "A composite goes to the target whose name is before the dot of its own name. Any other call goes to the first listed target whose rule accepts it. Tuples and tuple items take the target that all their arguments agree on; variables and constants count as `default` there.",
    example: {
      text: layers,
      look: "The target takes `nn.conv2d` and `nn.relu`. `sigmoid` stays on the host, between two regions. Press b to see the annotations as nodes.",
      target: "acc",
      customTargets: [own("acc", ["nn.conv2d", "nn.relu"])],
    },
  },
  MergeCompilerRegions: {
    contract:
      "Neighboring regions of one target become one region, unless the merged region would depend on its own result. No operator changes its target.",
    decides:
      "A region merges with the region that feeds it if both have the same target and the merge makes no cycle: data must not leave the merged region and come back through the host or another target. It does not estimate costs. It merges two regions only along a value that one passes to the other.",
    example: {
      text: `def @main(%x: Tensor[(1, 8), float32]) {
  %0 = nn.relu(%x);
  %1 = add(%0, %0);
  %2 = exp(%0);
  %3 = add(%1, %2);
  nn.relu(%3)
}
`,
      look: "The first two calls merge, and the last two merge, but not all four. `exp` stays on the host between them: one region of all four would wait for `exp`, and `exp` for the region.",
      target: "acc",
      customTargets: [own("acc", ["nn.relu", "add"])],
      steps: ["AnnotateTarget"],
    },
  },
  PartitionGraph: {
    contract:
      "Each annotated region becomes a function of the module with the attribute `Compiler`, and a call of it replaces the region. Annotations of `default` are removed.",
    decides:
      "It decides names and numbers. Each `compiler_begin` uses up a number, and a region keeps its first one, so the numbers have gaps. With `bind_constants`, constants that a region uses move into its function; everything else becomes a parameter. A region with several outputs returns a tuple.",
    example: {
      text: layers,
      look: "Two regions become two functions, and `sigmoid` stays in `@main` between their calls.",
      target: "acc",
      customTargets: [own("acc", ["nn.conv2d", "nn.relu"])],
      steps: ["AnnotateTarget", "MergeCompilerRegions"],
    },
  },
  FlattenNestedTuples: {
    contract: "No region ends in a tuple: each field of the tuple has its own `compiler_end`.",
    decides:
      "It is the first step of `PartitionGraph`. A `compiler_end` around a tuple is moved to the tuple's fields, fields of fields included, so that the outputs of a region can be counted.",
    example: {
      text: nested,
      look: "One `compiler_end` around the tuple becomes two around its fields. Press b to see the annotations as nodes.",
    },
  },
  RemoveDefaultAnnotations: {
    contract: "No annotation of `default` is left: the host's operators have no annotations.",
    decides: "It is the second step of `PartitionGraph`. Annotations of other targets stay as they are.",
    example: {
      text: nested,
      look: "The annotations around `concatenate`, which stays on the host, are removed. Those of `acc` stay. Press b to see them.",
    },
  },
  NameMangleExtFuncs: {
    contract: "Functions of external compilers have names that C accepts, and every call of them uses the new name.",
    decides:
      "It is a step of `PartitionGraph`. A name becomes `tvmgen_`, the module's name and the old name; whatever is not a letter, digit or underscore becomes an underscore.",
    example: { text: partitioned, look: "The function `@acc_0` gets a name that is valid in C, and `@main` calls it by that name." },
  },
  InlineCompilerFunctionsBoundTo: {
    contract: "The named compiler functions are inlined where they were called, with composites unpacked, and removed.",
    decides:
      "It inlines the functions that `global_vars` names and no others. With an empty list it does nothing. Flows use it to return a region to the host.",
    options: { global_vars: ["acc_0"] },
    example: { text: partitioned, look: "The option names `acc_0`: its body moves back into `@main`." },
  },
  MarkCompilerFunctionsAsExtern: {
    contract: "A function of an external compiler keeps its body and loses every attribute except `Extern`.",
    decides:
      "All functions with `Compiler` are marked, or, with `compiler_filter`, those of one compiler. It runs after another compiler has generated code for them, so that later passes leave them alone.",
    example: { text: partitioned, look: "The attributes of `@acc_0` become one: `Extern`. Read it in the text." },
  },
  OutlineCompilerFunctionsWithExistingGlobalSymbols: {
    contract:
      "A compiler function that was written in the middle of an expression becomes a function of the module, under the name in its `global_symbol`.",
    decides:
      "It takes functions that have `Compiler` and `global_symbol` and are called where they are; with `compiler_filter`, those of one compiler only.",
    example: {
      text: `def @main(%x: Tensor[(2, 4), float32]) {
  %0 = fn (%a: Tensor[(2, 4), float32], Compiler="acc", Primitive=1, global_symbol="acc_relu") {
    nn.relu(%a)
  };
  %0(%x)
}
`,
      look: "The function inside `@main` moves out and is called as `@acc_relu`.",
    },
  },
  InferType: {
    contract: "Every expression has a type: the shape and the element type of each tensor are known, or are said to be dynamic.",
    decides:
      "Types follow from the parameters' types and from the type relation of each operator. Where arguments do not fit, it is an error and the pipeline stops; where the text has a hole, the type stays unknown and the page says so.",
    example: {
      text: `def @main(%x: Tensor[(1, 3, 8, 8), float32], %w: Tensor[(4, 3, 3, 3), float32]) {
  %0 = nn.conv2d(%x, %w, padding=[1, 1, 1, 1], channels=4, kernel_size=[3, 3]);
  nn.max_pool2d(%0, pool_size=[2, 2], strides=[2, 2], padding=[0, 0, 0, 0])
}
`,
      look: "Change a shape in the text: the shapes on the edges follow, or an error says what does not fit.",
    },
    unchanged: "The page infers types when it reads the text, so there is nothing left to do.",
  },
};
