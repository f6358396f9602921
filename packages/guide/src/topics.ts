/** Pages about notions. */
import { stopFusionSource } from "@relayscope/explain";
import { conv, flow, forAcc, own, type TopicWords } from "./words.ts";

const chain = `def @main(%x: Tensor[(1, 8, 4, 4), float32], %w: Tensor[(8, 8, 3, 3), float32]) {
  %0 = ${conv("x")};
  %1 = nn.relu(%0);
  %2 = sigmoid(%1);
  %3 = ${conv("2")};
  nn.relu(%3)
}
`;

export const topicWords: Readonly<Record<string, TopicWords>> = {
  byoc: {
    title: "BYOC in short",
    lead: "How a model is divided into parts that an accelerator computes and parts that stay on the host.",
    sections: [
      {
        heading: "The problem",
        text: [
          "A model is a graph of operators: convolutions, sums, activations. A chip or a library can compute some of them very fast, and others not at all. So the graph is divided: the accelerator computes what it supports, and the rest stays on the host, which runs the code that TVM generates for the CPU or GPU.",
          "Every boundary costs time, since data has to be transferred. So few, large parts are better. A part is called a [region](topic/regions).",
        ],
      },
      {
        heading: "The four steps",
        text: [
          "`MergeComposite` finds groups of operators that the accelerator computes in one step, with the patterns of the target. See [composites](topic/composites).",
          "`AnnotateTarget` decides for each operator which target computes it, and records it as [annotations](topic/annotations).",
          "`MergeCompilerRegions` makes one region of neighbors that the same accelerator computes.",
          "`PartitionGraph` moves each region into a function, which the accelerator's own code generator compiles. Hence the name bring your own codegen, BYOC.",
        ],
      },
      {
        heading: "Before and after",
        text: [
          "Most targets have more passes: weights become [constants](topic/constants), normalizations are expanded, layouts are converted. A target's page shows its flow.",
          "What stays on the host continues through TVM's own passes, such as `FuseOps`.",
        ],
      },
    ],
    example: {
      text: chain,
      look: "Select one pass after another and watch the regions appear.",
      ...forAcc(["nn.conv2d", "nn.relu"]),
    },
  },
  regions: {
    title: "Regions",
    lead: "A part of the graph that one target computes without interruption.",
    sections: [
      {
        heading: "What a region is",
        text: [
          "A region is a connected set of operators of one target. Data enters through its inputs, all its operators are computed, and its outputs leave. The host starts a region when all its inputs are ready; a region can't stop in the middle to wait.",
          "That is why a region must not depend on itself: if data left it, went through the host and came back, the region would wait for a value that depends on its own result. This is the [cycle](cause/cycle) that `MergeCompilerRegions` avoids.",
        ],
      },
      {
        heading: "Why few",
        text: [
          "Each value that crosses a boundary has to be copied or transferred, and each start of a region costs time. Ten regions of one operator each have ten starts and ten transfers. One region of ten operators has one start.",
          "In the picture a region is a colored and hatched field. The tab Improve lists what splits the regions, the costliest cause first, and last what the flow does by design.",
        ],
      },
      {
        heading: "Its number",
        text: [
          "`PartitionGraph` names a function by the module, the target, the function that the region was in, and the id: `tvmgen_default_dnnl_main_0`, for example. Every `compiler_begin` uses up a number, and a region keeps its first one. So the numbers have gaps: 0, 2, 5 is normal.",
        ],
      },
    ],
    example: {
      text: chain,
      look: "Two regions. Remove the line with `sigmoid`, and there is one.",
      ...forAcc(["nn.conv2d", "nn.relu"]),
    },
  },
  annotations: {
    title: "Annotations",
    lead: "How the choice of a target is recorded in the module: compiler_begin and compiler_end.",
    sections: [
      {
        heading: "Begin and end",
        text: [
          "`AnnotateTarget` puts a call of `annotation.compiler_begin` before each input of an operator and `annotation.compiler_end` after its result, each with a target's name. They compute nothing. The target takes what is between them.",
          "Where a `compiler_end` feeds a `compiler_begin` of the same target, `MergeCompilerRegions` may remove both. Then the two regions are one.",
          "Operators that no target takes are annotated for `default`, the host. `PartitionGraph` removes these annotations.",
        ],
      },
      {
        heading: "On the page",
        text: [
          "The picture hides them and shows regions instead. Press b to see them as nodes. `annotation.stop_fusion` and `annotation.cast_hint` are of another kind: they come from quantization. See [stop_fusion](topic/stop_fusion).",
        ],
      },
    ],
    example: {
      text: chain,
      look: "Choose `AnnotateTarget` and switch Begin / end on under Colors and more, below the picture.",
      target: "acc",
      customTargets: [own("acc", ["nn.conv2d", "nn.relu"])],
      steps: flow.slice(0, 3),
    },
  },
  composites: {
    title: "Composites and patterns",
    lead: "Several operators that a target computes in one step, wrapped in one function.",
    sections: [
      {
        heading: "What a composite is",
        text: [
          "Many accelerators compute a convolution, its bias and its activation in one instruction. A pattern describes such a group, and `MergeComposite` wraps every match in a function with the attribute `Composite`, such as `dnnl.conv2d_bias_relu`. Later passes treat it as one operator.",
          "The text before the first dot is the target that it belongs to.",
        ],
      },
      {
        heading: "How a pattern is written",
        text: ["Patterns read from the result up to the inputs. The page takes them in the form that TVM's Python has:"],
        code: `is_op("nn.relu")(is_op("nn.conv2d")(wildcard(), is_constant()))
is_op("nn.conv2d")(wildcard(), wildcard()).has_attr({"data_layout": "NHWC"})
is_op("add")(wildcard(), wildcard()) | is_op("nn.bias_add")(wildcard(), wildcard())
is_op("nn.conv2d")(wildcard(), wildcard()).optional(lambda x: is_op("nn.relu")(x))`,
      },
      {
        heading: "Why the order matters",
        text: [
          "Patterns are tried in the order of the table. A later pattern can't take what an earlier one took, so longer patterns must come first. See [an earlier match took it](cause/pattern-shadowed).",
          "A match is also dropped when a node inside it is [used outside of it](cause/outside-user), or when its [check refuses it](cause/check-refused).",
        ],
      },
    ],
    example: {
      text: `def @main(%x: Tensor[(1, 8, 4, 4), float32], %w: Tensor[(8, 8, 3, 3), float32], %b: Tensor[(8), float32]) {
  %0 = ${conv("x")};
  %1 = nn.bias_add(%0, %b);
  %2 = nn.relu(%1);
  %3 = ${conv("2")};
  nn.relu(%3)
}
`,
      look: "Two patterns, two composites. Step inside `MergeComposite` to see each try.",
      target: "acc",
      customTargets: [
        own("acc", [], {
          conv2d_bias_relu: 'is_op("nn.relu")(is_op("nn.bias_add")(is_op("nn.conv2d")(wildcard(), wildcard()), wildcard()))',
          conv2d_relu: 'is_op("nn.relu")(is_op("nn.conv2d")(wildcard(), wildcard()))',
        }),
      ],
      steps: flow,
    },
  },
  "target-file": {
    title: "Your own target file",
    lead: "Drop the Python file of your target on the page: its patterns, checks, rules and passes run as they are.",
    sections: [
      {
        heading: "What runs",
        text: [
          "Drop the file, paste it, or open it; drop several files together where one imports another. Relayscope runs the pattern table that `register_pattern_table` registers, its checks, the rules that `tvm.ir.register_op_attr` registers, UMA backends, and the function `partition_for_...`, which runs on your model and becomes the pipeline. Its options are a form in the tab Pipeline.",
          "Relayscope has its own Python interpreter, which follows CPython 3.11. It can read only the files that you drop: it has no network and no disk. Imports that TVM 0.19.0 does not have are listed under the file; the file runs until it uses one.",
          "What only your machine knows, such as the version of a vendor's library, is missing. Give the name a value under Values of your machine in the tab Target: `(8, 2)` for a function without parameters, or `lambda: (8, 2)` for a name that the file imports. What a file needs while it loads, such as `vendor_sdk.version`, is listed with its line, and can be given a value there, too. The file stays as it is.",
        ],
        code: `@register_pattern_table("tiny")
def pattern_table():
    return [("tiny.conv_relu", conv_relu(), even_padding)]`,
      },
      {
        heading: "Why something is refused",
        text: [
          "The tab Target lists entries and rules in order, with how often each took something, and what its check refused. Click a refused operator: Selection shows the condition that decided, its values, and what the file logged. Click the file's name to see the line.",
          "A check must return a bool or an integer. `None`, a string or the result of a comparison with `checked_type.shape[0]` makes TVM stop with an error, and Relayscope does the same. Write `int(...)` around such a dimension.",
        ],
      },
      {
        heading: "Scripts and notebooks",
        text: [
          "A Python script that builds a module opens as that module: drop it, or paste it. A Jupyter notebook (`.ipynb`) is the script of its code cells. The script runs until it compiles the module, or to the first thing that is not supported. `relay.testing` has its networks, with TVM's own weights.",
          "If the script partitions the module, it opens as it is before that, with the script's target and passes. If the script also defines the target, the target opens first, and a button runs the script.",
        ],
      },
      {
        heading: "Links and the command line",
        text: [
          "A link carries the files. On the command line, `--target-file FILE.py` takes them, for `run`, `why`, `reduce` and `embed`; `--given 'NAME=lambda: (8, 2)'` gives a name a value.",
        ],
      },
    ],
    example: {
      text: `def @main(%x: Tensor[(1, 8, 16, 16), float32], %w: Tensor[(8, 8, 3, 3), float32]) {
  %0 = nn.conv2d(%x, %w, padding=[0, 0, 2, 2], channels=8, kernel_size=[3, 3]);
  %1 = nn.relu(%0);
  nn.relu(%1)
}
`,
      look: "The check refuses the convolution and takes nothing. Select it to see the line that decides.",
      target: "tiny",
      customTargets: [
        {
          name: "tiny",
          patterns: [],
          operators: [],
          files: [
            {
              name: "tiny.py",
              text: `from tvm.relay.dataflow_pattern import is_op, wildcard
from tvm.relay.op.contrib.register import register_pattern_table


def even_padding(relu):
    top, left, bottom, right = relu.args[0].attrs.padding
    return bool(top == bottom and left == right)


@register_pattern_table("tiny")
def pattern_table():
    conv = is_op("nn.conv2d")(wildcard(), wildcard())
    return [("tiny.conv_relu", is_op("nn.relu")(conv), even_padding)]
`,
            },
          ],
        },
      ],
      steps: flow,
    },
  },
  "opt-levels": {
    title: "Opt levels",
    lead: "Why a pass of the flow sometimes does not run, and nothing is reported.",
    sections: [
      {
        heading: "How it works",
        text: [
          "Every pass has an opt level, and so has every run: in TVM that is `PassContext(opt_level=...)`, 2 by default. In a sequence, a pass whose level is above that of the run is skipped. A pass that is called directly always runs.",
          "The strip marks a skipped pass. The level of the run is in the tab Pipeline; choosing a target sets the level of its flow.",
        ],
      },
      {
        heading: "What is often skipped",
        text: [
          "`ConvertLayout`, `FoldScaleAxis` and `AlterOpLayout` have level 3. At the default level 2 they are skipped, and a target that requires another layout takes nothing. See [a pass was skipped](cause/pass-skipped).",
        ],
      },
    ],
    example: {
      text: `def @main(%x: Tensor[(1, 8, 6, 6), float32], %w: Tensor[(8, 8, 3, 3), float32]) {
  %0 = nn.conv2d(%x, %w, padding=[1, 1], channels=8, kernel_size=[3, 3]);
  nn.relu(%0)
}
`,
      look: "`ConvertLayout` needs level 3, and this run has 2: it is skipped.",
      steps: ["InferType", { pass: "ConvertLayout", options: { desired_layouts: { "nn.conv2d": ["NHWC", "default"] } } }],
      optLevel: 2,
    },
  },
  constants: {
    title: "Constants, parameters and binding",
    lead: "Why a weight has to be a constant, and how it becomes one.",
    sections: [
      {
        heading: "Two ways to hold a weight",
        text: [
          "A model that the PyTorch or TFLite frontend imports has its weights as parameters of `@main`, next to its inputs. `from_onnx` makes constants of them, unless `freeze_params=False`. The text does not say which parameter is a weight. `bind_params_by_name` gives the weights their values: they become constants in the module.",
          "Many patterns ask for `is_constant()`, since an accelerator prepares its weights in advance. They don't match unbound weights. See [a parameter, not a constant](cause/parameter-not-constant).",
        ],
      },
      {
        heading: "On the page",
        text: [
          "Bind parameters is a switch in the tab Pipeline; the flows of most targets begin with it. Here a constant may have a type and no values, since a text has no values. The page says so where a result depends on them.",
          "In the text, a constant is written `meta[relay.Constant][3]`. The values are in the metadata section after the module, if it was printed.",
        ],
      },
      {
        heading: "Where constants go",
        text: [
          "A constant that `is_constant()` matched is inside the composite. A constant that a wildcard matched is a parameter of the composite; with `bind_constants`, `PartitionGraph` moves it into the region's function.",
        ],
      },
    ],
    example: {
      text: `def @main(%data: Tensor[(1, 3, 8, 8), float32], %weight: Tensor[(4, 3, 3, 3), float32]) {
  %0 = nn.conv2d(%data, %weight, padding=[1, 1, 1, 1], channels=4, kernel_size=[3, 3]);
  nn.relu(%0)
}
`,
      look: "The pattern requires a constant. `BindParameters` makes one of `%weight`; without that pass there would be no region.",
      target: "acc",
      customTargets: [own("acc", [], { conv2d_relu: 'is_op("nn.relu")(is_op("nn.conv2d")(wildcard(), is_constant()))' })],
      steps: ["BindParameters", ...flow],
    },
  },
  grammar: {
    title: "Relay's grammar in one page",
    lead: "How to read the text of a module.",
    sections: [
      {
        heading: "A module",
        text: [
          "A module is a list of functions. `@main` is the entry. Names with `@` belong to the module, names with `%` to the function. `/* ty=... */` is a comment in which TVM prints the type.",
        ],
        code: `def @main(%x: Tensor[(1, 8), float32], %w: Tensor[(8, 8), float32]) -> Tensor[(1, 8), float32] {
  %0 = nn.dense(%x, %w, units=None);
  nn.relu(%0)
}`,
      },
      {
        heading: "A graph as text",
        text: [
          "`%0 = ...;` gives a name to a node, so that several others can read it. It is not a step of a program: the text does not set an order of computation, only which node uses which. The last line, without a name, is the result.",
          "An operator is called with its arguments first and its attributes after them. An attribute that has its default is not printed.",
        ],
        code: `def @main(%x: Tensor[(1, 8, 4, 4), float32], %w: Tensor[(8, 8, 3, 3), float32]) {
  %0 = nn.conv2d(%x, %w, strides=[2, 2], padding=[1, 1, 1, 1]);
  %1 = nn.relu(%0);
  add(%0, %1)
}`,
      },
      {
        heading: "Tensors and types",
        text: [
          "`Tensor[(1, 8), float32]` is a tensor of one row and eight columns. `?` is a size that is known only at run time. `float32` alone is a single number. `(a, b)` is a tuple type, `fn (a) -> b` a function's.",
          "`1f` is a float, `1` an integer, `True` a bool. `meta[relay.Constant][0]` is a constant whose values are elsewhere.",
        ],
        code: `def @main(%x: Tensor[(?, 8), float32]) {
  %0 = add(%x, 1f);
  %1 = (%x, %0);
  %1.0
}`,
      },
      {
        heading: "Binding, branching, functions",
        text: [
          "`let` binds a value in a scope, in that order. `if` has two branches, each a scope of its own. `fn` is a function inside an expression: composites and fused kernels are such functions, with their attributes among the parameters.",
        ],
        code: `def @main(%x: Tensor[(4), float32], %c: bool) {
  let %a = exp(%x);
  %0 = fn (%p: Tensor[(4), float32], Composite="acc.relu") -> Tensor[(4), float32] {
    nn.relu(%p)
  };
  if (%c) {
    %0(%a)
  } else {
    negative(%a)
  }
}`,
      },
      {
        heading: "Own types",
        text: ["`type` declares a type with constructors, and `match` selects by its constructor. Both are rare in models."],
        code: `type box[A] {
  full(A),
  empty,
}

def @main(%x: Tensor[(4), float32]) -> Tensor[(4), float32] {
  %0 = full(%x);
  match? (%0) {
    full(%y) => nn.relu(%y),
  }
}`,
      },
    ],
    example: {
      text: `def @main(%x: Tensor[(1, 8), float32], %w: Tensor[(8, 8), float32]) {
  %0 = nn.dense(%x, %w, units=None);
  %1 = nn.relu(%0);
  add(%0, %1)
}
`,
      look: "Edit the text and watch the graph. `%0` has two readers, and so two edges.",
    },
  },
  stop_fusion: {
    title: "stop_fusion between the layers",
    lead: "Where annotation.stop_fusion comes from, what it does, and how to remove it.",
    sections: [
      {
        heading: "Where it comes from",
        text: [
          stopFusionSource,
          "`QuantizePartition` puts an `annotation.cast_hint` before it. So the narrow integers between layers are stored, and the host does not fuse across them. There is none before the first convolution, whose input is that of the model.",
          "Two passes outside of quantization insert it, too: `SplitArgs` after each part of a long `concatenate`, and `Legalize` before a `take` from a tensor of dynamic shape.",
        ],
      },
      {
        heading: "What it does",
        text: [
          "`FuseOps` fuses nothing across it, and removes it. For BYOC it is an ordinary operator, and no built-in target has a rule for it. So it stays on the host and separates every pair of layers. See [the cause](cause/stop-fusion).",
        ],
      },
      {
        heading: "What helps",
        text: [
          "Rewrite `annotation.stop_fusion(x)` to `x` after quantization. Or give the target a rule for it, if its code generator can treat it as the identity. Or add it to the patterns.",
          "That may not be enough: the target must also take the `add`, `right_shift`, `clip` and `cast` that `QuantizeRealize` makes. The tab Improve tries it on your module. Switching `QuantizePartition` off from outside does not work, because `quantize()` opens its own context.",
        ],
      },
    ],
    example: {
      text: `def @main(%x: Tensor[(1, 8, 4, 4), float32], %w: Tensor[(8, 8, 3, 3), float32]) {
  %0 = ${conv("x")};
  %1 = nn.relu(%0);
  %2 = annotation.stop_fusion(%1);
  %3 = ${conv("2")};
  nn.relu(%3)
}
`,
      look: "Remove the line with `annotation.stop_fusion` and use `%1` instead: one region.",
      ...forAcc(["nn.conv2d", "nn.relu"]),
    },
  },
};
