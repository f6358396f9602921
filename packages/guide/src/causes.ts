/** The guide's pages on causes of boundaries. */
import type { PipelineStep } from "@relayscope/engine";
import type { CauseCode } from "@relayscope/explain";
import { type CauseWords, conv, convRelu, type Example, flow, forAcc, own } from "./words.ts";

const parameters = "%x: Tensor[(1, 8, 4, 4), float32], %w: Tensor[(8, 8, 3, 3), float32]";

/** A module of a few lines in `@main`, for a target that takes the listed operators, or the patterns. */
function small(lines: readonly string[], look: string, taken: Parameters<typeof forAcc>[0], more: Partial<Example> = {}): Example {
  const last = lines.length - 1;
  const body = lines.map((line, i) => (i === last ? `  ${line}\n` : `  ${line.startsWith("let") ? line : `%${i} = ${line}`};\n`)).join("");
  return {
    text: `def @main(${parameters}) {\n${body}}\n`,
    look,
    ...forAcc(taken),
    ...more,
  };
}

const layers = [conv("x"), "nn.relu(%0)", conv("1")];

const twoTargets = (...targets: readonly string[]): readonly PipelineStep[] => [
  { pass: "MergeComposite", options: { targets } },
  { pass: "AnnotateTarget", options: { targets } },
  { pass: "MergeCompilerRegions", options: {} },
  { pass: "PartitionGraph", options: {} },
];

export const causeWords: Readonly<Record<CauseCode, CauseWords>> = {
  "no-rule": {
    says: "The target's table has no pattern that could take the operator, and its list of operators does not name it. So the operator stays on the host and separates what is before it from what is after it.",
    helps:
      "Give the target a rule for the operator, if its code generator can compute the operator. Otherwise rewrite the model so that the operator is not between two layers.",
    example: small([conv("x"), "sigmoid(%0)", "nn.relu(%1)"], "`sigmoid` is not in the list: two regions instead of one.", [
      "nn.conv2d",
      "nn.relu",
    ]),
    between: [2, 4],
  },
  "rule-refused": {
    says: "The target has a rule for the operator, but the rule refused this call: the target does not support one of its attributes, types or shapes. The sentence names the condition that was false, with the value found.",
    helps: "Change the attribute in the model if that is possible, or choose a target without the limit.",
    example: {
      text: `def @main(%x: Tensor[(1, 8, 9, 9), float32], %w: Tensor[(8, 8, 3, 3), float32]) {
  %0 = nn.conv2d(%x, %w, padding=[1, 1, 1, 1], channels=8, kernel_size=[3, 3]);
  %1 = nn.relu(%0);
  %2 = nn.max_pool2d(%1, pool_size=[2, 2], strides=[2, 2], padding=[0, 0, 0, 0], ceil_mode=True);
  nn.conv2d(%2, %w, padding=[1, 1, 1, 1], channels=8, kernel_size=[3, 3])
}
`,
      look: "`dnnl` takes poolings, but not with `ceil_mode=True`. Remove that from the text, and the regions merge.",
      target: "dnnl",
    },
    between: [4, 4],
  },
  "pattern-missed": {
    says: "A pattern begins or ends at this operator and does not match: the operator, an attribute or a constant that it requires is not there. The page shows where in the pattern it failed.",
    helps: "Change the pattern so that it matches what the model has, or add another pattern.",
    example: small(
      [conv("x"), "nn.relu(%0)", conv("1"), "clip(%2, a_min=0f, a_max=6f)"],
      "The pattern requires `nn.relu` after the convolution; the second convolution has `clip`.",
      { conv2d_relu: convRelu },
    ),
    between: [3, 4],
  },
  "pattern-shadowed": {
    says: "A pattern would match, but an earlier entry of the table took one of the nodes that it needs. The order of the table is the priority.",
    helps: "Put the longer pattern before the shorter one.",
    example: small(
      [conv("x"), "nn.relu(%0)", conv("1"), "nn.relu(%2)"],
      "The first pattern is the convolution alone, the second is the convolution with `nn.relu`: the second never matches.",
      { conv2d: 'is_op("nn.conv2d")(wildcard(), wildcard())', conv2d_relu: convRelu },
    ),
    between: [2, 3],
  },
  "check-refused": {
    says: "The pattern matches the graph, but its check refused. A check tests what a pattern can't express: types, shapes, layouts. The sentence names the condition that was false.",
    helps: "Change the model to what the check requires. Often that is a layout (use `ConvertLayout`) or a type.",
    example: {
      text: `def @main(%x: Tensor[(1, 8, 9, 9), float32], %w: Tensor[(8, 8, 3, 3), float32]) {
  %0 = nn.conv2d(%x, %w, padding=[1, 1, 1, 1], channels=8, kernel_size=[3, 3]);
  %1 = nn.relu(%0);
  nn.max_pool2d(%1, pool_size=[2, 2], strides=[2, 2], padding=[0, 0, 0, 0], layout="NHWC")
}
`,
      look: "The convolution is in NCHW; the target's check requires NHWC.",
      target: "arm_compute_lib",
    },
    between: [2, 2],
  },
  "outside-user": {
    says: "A node inside the match is used outside of it, too. If the composite contained it, the other user could not read it.",
    helps: "Include the outside user in the pattern, or make the model compute the value twice.",
    example: small([conv("x"), "nn.relu(%0)", "exp(%0)", "add(%1, %2)"], "`exp` reads the convolution that the pattern would include.", {
      conv2d_relu: convRelu,
    }),
    between: [3, 3],
  },
  "composite-unlisted": {
    says: "A composite belongs to the target whose name is before the first dot of the composite's name. `AnnotateTarget` does not annotate for that target, or the name has no dot.",
    helps: "Rename the pattern to `target.name`, or annotate for the target that it names.",
    example: small(
      [conv("x"), "nn.relu(%0)", "sigmoid(%1)", conv("2")],
      "The pattern is named `relu_sigmoid`, without a target and a dot before it.",
      [],
      {
        customTargets: [
          {
            name: "acc",
            operators: ["nn.conv2d", "nn.relu"],
            patterns: [{ name: "relu_sigmoid", pattern: 'is_op("sigmoid")(is_op("nn.relu")(wildcard()))' }],
          },
        ],
      },
    ),
    between: [4, 4],
  },
  "parameter-not-constant": {
    says: "The target requires a constant, usually a weight, but the value is a parameter of `@main`. A model that the PyTorch or TFLite frontend imports has its weights as parameters until they are bound.",
    helps: "Bind the parameters: the switch Bind parameters on the page, `bind_params_by_name` in TVM.",
    example: {
      text: `def @main(%x: Tensor[(1, 8, 4, 4), float32], %w: Tensor[(8, 8, 3, 3), float32]) {
  %0 = nn.conv2d(%x, %w, padding=[1, 1, 1, 1], channels=8, kernel_size=[3, 3]);
  nn.relu(%0)
}
`,
      look: "`%w` is a parameter, and the rule requires a constant. Parameters are not bound here.",
      target: "coremlcompiler",
      bindsParameters: false,
    },
    between: [2, 2],
  },
  "type-unknown": {
    says: "The text does not give the type that a rule or a check asks for: it is a fragment, or it has an unknown operator. The rule or check then counts as refused.",
    helps: "Paste the whole module, best with its metadata: `mod.astext(show_meta_data=True)`.",
    example: {
      text: `def @main(%x: Tensor[(1, 8, 4, 4), float32], %w: Tensor[(8, 8, 3, 3), float32]) {
  %0 = my.own_operator(%x);
  %1 = nn.conv2d(%0, %w, padding=[1, 1, 1, 1], channels=8, kernel_size=[3, 3]);
  nn.relu(%1)
}
`,
      look: "The type of what `my.own_operator` returns is unknown, so the check of the convolution has no answer.",
      target: "cudnn",
    },
    between: [3, 3],
  },
  "pass-skipped": {
    says: "A pass of the flow was skipped. If it had run, the boundary would not be there. Usually its opt level is above that of the run: TVM skips such a pass and reports nothing.",
    helps: "Raise the opt level of the run, as the target's own flow does.",
    example: {
      text: `def @main(%x: Tensor[(1, 9, 9, 8), float32], %w: Tensor[(3, 3, 8, 8), float32]) {
  %0 = nn.conv2d(%x, %w, padding=[1, 1, 1, 1], channels=8, kernel_size=[3, 3], data_layout="NHWC", kernel_layout="HWIO");
  nn.relu(%0)
}
`,
      look: "TensorRT requires NCHW. `ConvertLayout` would convert to it, but it has level 3, and this run has 2.",
      target: "tensorrt",
      optLevel: 2,
    },
    between: [2, 2],
  },
  order: {
    says: "A pass is too early or too late. Composites must exist before targets are chosen, and targets before regions are merged.",
    helps: "Move the pass. The order is `MergeComposite`, `AnnotateTarget`, `MergeCompilerRegions`, `PartitionGraph`.",
    example: small(
      ["nn.relu(%x)", conv("0"), "sigmoid(%1)"],
      "`AnnotateTarget` runs before `MergeComposite`: when it chooses targets, there are no composites yet.",
      ["nn.relu"],
      {
        customTargets: [own("acc", ["nn.relu"], { conv2d_sigmoid: 'is_op("sigmoid")(is_op("nn.conv2d")(wildcard(), wildcard()))' })],
        steps: ["AnnotateTarget", "MergeComposite", "MergeCompilerRegions", "PartitionGraph"],
      },
    ),
    between: [3, 3],
  },
  pruned: {
    says: "There was a region, and a later pass of the target's flow returned it to the host: it was too small to be worth the transfer, or the target can't run it.",
    helps: "Make the region larger by offloading its neighbors, or remove the pruning pass.",
    example: {
      text: `def @main(%x: Tensor[(1, 8), float32], %w: Tensor[(8, 8), float32]) {
  %0 = nn.dense(%x, %w, units=None);
  %1 = sin(%0);
  %2 = exp(%1);
  %3 = tan(%2);
  nn.dense(%3, %w, units=None)
}
`,
      look: "`exp` was a region of its own; `PruneDnnlSubgraphs` returned it to the host.",
      target: "dnnl",
    },
    between: [4, 4],
  },
  "external-already": {
    says: "The operator is in a function that belongs to an external compiler already, from an earlier partitioning. Passes leave such functions alone, and nothing merges into them.",
    helps: "Partition the original module instead, or inline the function first.",
    example: {
      text: `def @f(%p: Tensor[(1, 8, 4, 4), float32], %w: Tensor[(8, 8, 3, 3), float32], Compiler="acc", Primitive=1, Inline=1, global_symbol="f") -> Tensor[(1, 8, 4, 4), float32] {
  nn.conv2d(%p, %w, padding=[1, 1, 1, 1])
}
def @main(%x: Tensor[(1, 8, 4, 4), float32], %w: Tensor[(8, 8, 3, 3), float32]) {
  %0 = nn.relu(%x);
  %1 = @f(%0, %w);
  nn.relu(%1)
}
`,
      look: "`@f` was partitioned earlier; the new regions end at its call.",
      ...forAcc(["nn.conv2d", "nn.relu"]),
    },
    between: [2, 7],
  },
  "skip-optimization": {
    says: "The function is marked `SkipOptimization` or `Extern`. Function passes skip it, so no target is chosen for its operators.",
    helps: "Remove the attribute.",
    example: {
      text: `def @main(%x: Tensor[(1, 8, 4, 4), float32], %w: Tensor[(8, 8, 3, 3), float32], SkipOptimization=1) -> Tensor[(1, 8, 4, 4), float32] {
  %0 = nn.conv2d(%x, %w, padding=[1, 1, 1, 1]);
  nn.relu(%0)
}
`,
      look: "The target takes both operators, but there is no region.",
      ...forAcc(["nn.conv2d", "nn.relu"]),
    },
    between: [2, 2],
  },
  "annotated-input": {
    says: "The pasted text already has annotations, `compiler_begin` and `compiler_end`. They are kept, and regions end at them.",
    helps: "Paste the module as it was before `AnnotateTarget`.",
    example: small(
      [
        'annotation.compiler_begin(%x, compiler="other")',
        "nn.relu(%0)",
        'annotation.compiler_end(%1, compiler="other")',
        conv("2"),
        "nn.relu(%3)",
      ],
      "`nn.relu` is annotated for another target in the text itself.",
      ["nn.conv2d", "nn.relu"],
    ),
    between: [3, 5],
  },
  "left-to-host": {
    says: "The pasted module is already partitioned: its regions are functions of a compiler. An operator between two of them is in no region, so the target did not take it when the module was partitioned. The text does not say what chose the targets.",
    helps: "Give the target a rule for each operator that is there, or a pattern that holds it, and partition the original module again.",
    example: {
      text: `def @main(%x: Tensor[(1, 8, 4, 4), float32], %w: Tensor[(8, 8, 3, 3), float32]) {
  %0 = @acc_0(%x, %w);
  %1 = sigmoid(%0);
  @acc_2(%1)
}
def @acc_0(%a: Tensor[(1, 8, 4, 4), float32], %b: Tensor[(8, 8, 3, 3), float32], Compiler="acc", Primitive=1, Inline=1, global_symbol="acc_0") -> Tensor[(1, 8, 4, 4), float32] {
  nn.conv2d(%a, %b, padding=[1, 1, 1, 1])
}
def @acc_2(%c: Tensor[(1, 8, 4, 4), float32], Compiler="acc", Primitive=1, Inline=1, global_symbol="acc_2") -> Tensor[(1, 8, 4, 4), float32] {
  nn.relu(%c)
}
`,
      look: "`sigmoid` is between two regions of `acc`.",
      target: "acc",
      customTargets: [own("acc", ["nn.conv2d", "nn.relu"])],
      steps: ["InferType"],
    },
    between: [2, 4],
  },
  "stop-fusion": {
    says: "`annotation.stop_fusion` is between the two. Quantization inserts it after each layer, so that the host does not fuse across layers. No built-in target has a rule for it, so it stays on the host and splits the regions.",
    helps:
      "Remove it after quantization, or give the target a rule for it and let its code generator treat it as the identity. See [stop_fusion](topic/stop_fusion).",
    example: small(
      [conv("x"), "nn.relu(%0)", "annotation.stop_fusion(%1)", conv("2")],
      "Without the third line, the four operators would be one region. Remove the line and look.",
      ["nn.conv2d", "nn.relu"],
    ),
    between: [3, 5],
  },
  "not-a-call": {
    says: "A tuple, a tuple item, a constant or a variable is between the two. Such a node takes the target that all its parts agree on; a variable among them counts as the host.",
    helps: "Keep variables out of the tuple.",
    example: {
      text: `def @main(%x: Tensor[(1, 8, 4, 4), float32], %w: Tensor[(8, 8, 3, 3), float32], %y: Tensor[(1, 8, 4, 4), float32]) {
  %0 = nn.conv2d(%x, %w, padding=[1, 1, 1, 1]);
  %1 = nn.relu(%0);
  %2 = (%1, %y);
  concatenate(%2, axis=1)
}
`,
      look: "The tuple holds `%y`, a variable, so the tuple belongs to the host.",
      ...forAcc(["nn.conv2d", "nn.relu", "concatenate"]),
    },
    between: [3, 5],
  },
  "no-arguments": {
    says: "The call has no arguments: `zeros`, `ones`, `arange` of constants. `AnnotateTarget` annotates a call at its arguments, so it never annotates such a call, even if the target has a rule for its operator.",
    helps: "Run `FoldConstant` earlier, which makes it a constant, or match it in a pattern together with its user.",
    example: small(
      [conv("x"), 'zeros(shape=[1, 8, 4, 4], dtype="float32")', "add(%0, %1)"],
      "The target has a rule for `zeros`, but the host makes the zeros.",
      ["nn.conv2d", "add", "zeros"],
    ),
    between: [3, 4],
  },
  scope: {
    says: "A scope ends between the two: a function, a closure, a `let`, a branch or a match. A region never crosses the end of a scope.",
    helps: "Inline the functions, and convert lets to graph form with `ToGraphNormalForm`. The result of an `if` stays a boundary.",
    example: {
      text: `def @main(%c: bool, %x: Tensor[(1, 8, 4, 4), float32], %w: Tensor[(8, 8, 3, 3), float32]) {
  %0 = nn.conv2d(%x, %w, padding=[1, 1, 1, 1]);
  %1 = if (%c) {
    nn.relu(%0)
  } else {
    add(%0, %0)
  };
  nn.relu(%1)
}
`,
      look: "The last `nn.relu` reads the result of the `if`: a new region begins.",
      ...forAcc(["nn.conv2d", "nn.relu", "add"]),
    },
    between: [4, 8],
  },
  "other-target": {
    says: "`AnnotateTarget` has several targets, and one that is listed earlier took the operator.",
    helps: "List the targets in another order, or remove the operator from the other target's rules.",
    example: small(
      [conv("x"), "nn.relu(%0)", conv("1"), "nn.relu(%2)", conv("3")],
      "`acc2` is listed first and takes `nn.relu`, so `acc` is split.",
      [],
      {
        customTargets: [own("acc", ["nn.conv2d", "nn.relu"]), own("acc2", ["add", "nn.relu"])],
        steps: twoTargets("acc2", "acc"),
      },
    ),
    between: [2, 3],
  },
  cycle: {
    says: "The two regions are neighbors with the same target, but they must not merge: on another path, data leaves the first, goes through the host or another target, and enters the second. One region of both would form a cycle.",
    helps: "Let the target take the operators on the other path. Then the path no longer leaves the region.",
    example: small(
      [conv("x"), "nn.relu(%0)", "exp(%1)", "add(%1, %2)", "nn.relu(%3)"],
      "`add` reads `nn.relu` directly, and again through `exp` on the host.",
      ["nn.conv2d", "nn.relu", "add"],
    ),
    between: [3, 5],
  },
  "no-merge-pass": {
    says: "No pass of the flow merges regions: `MergeCompilerRegions` is not there, is switched off or was skipped. Then every operator and every composite is a region of its own. Some targets intend that.",
    helps: "Add `MergeCompilerRegions` after `AnnotateTarget`.",
    example: small(layers, "Three operators, three regions.", ["nn.conv2d", "nn.relu"], {
      steps: ["MergeComposite", "AnnotateTarget", "PartitionGraph"],
    }),
    between: [2, 3],
  },
  "pass-failed": {
    says: "A pass stopped with an error before the region was made, as TVM does. The page shows the last valid module and the error of the pass.",
    helps: "Read the error in the list of problems: it names the pass and the node.",
    example: {
      text: `def @main(%x: Tensor[(1, 8, 4, 4), float32], %w: Tensor[(8, 8, 3, 3), float32], %b: Tensor[(8, 1, 1), float32]) {
  %0 = nn.conv2d(%x, %w, padding=[1, 1, 1, 1]);
  %1 = exp(%b);
  %2 = add(%0, %1);
  nn.relu(%2)
}
`,
      steps: flow,
      bindsParameters: true,
      look: "A check of `dnnl` reads `channels`, which this convolution does not set: the check raises, and `MergeComposite` stops. Write `channels=8` and it continues.",
      target: "dnnl",
    },
    between: [2, 2],
  },
  siblings: {
    says: "Both are in regions of one target, but no data flows from one to the other. Regions only merge along a value that one passes to the other.",
    helps: "Nothing: the two regions are independent and could run in parallel.",
    example: small([conv("x"), "nn.relu(%x)", "exp(%0)", "sin(%1)", "add(%2, %3)"], "Two regions that are connected by the input only.", [
      "nn.conv2d",
      "nn.relu",
    ]),
    between: [2, 3],
  },
  unknown: {
    says: "No other cause could be proved. The page says so and does not guess.",
    helps: "Step through the passes here. If you find the cause, please file a bug report.",
  },
};
