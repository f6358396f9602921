/** Pages of the passes that make a module ready: constants, simplification, layouts. */
import type { PassWords } from "../words.ts";

const conv = "padding=[1, 1, 1, 1], channels=4, kernel_size=[3, 3]";

const dropout = `def @main(%x: Tensor[(1, 4), float32]) {
  %0 = nn.dropout(%x, rate=0.1f);
  %1 = %0.0;
  nn.relu(%1)
}
`;

const scales = `def @main(%x: Tensor[(1, 3, 8, 8), float32]) {
  %0 = multiply(%x, meta[relay.Constant][0] /* ty=Tensor[(3, 1, 1), float32] */);
  %1 = nn.conv2d(%0, meta[relay.Constant][1] /* ty=Tensor[(4, 3, 3, 3), float32] */, ${conv});
  multiply(%1, meta[relay.Constant][2] /* ty=Tensor[(4, 1, 1), float32] */)
}
`;

export const preparePasses: Readonly<Record<string, PassWords>> = {
  BindParameters: {
    contract: "The weights are constants of the module instead of parameters of `@main`. The inputs stay parameters.",
    decides:
      "Every parameter of `@main` counts as a weight but those that are taken for inputs. Many patterns ask for `is_constant()`, so without this pass they do not match. In TVM, `bind_params_by_name` does it, with the values; here a constant may have a type alone.",
    example: {
      text: `def @main(%data: Tensor[(1, 3, 8, 8), float32], %weight: Tensor[(4, 3, 3, 3), float32]) {
  nn.conv2d(%data, %weight, ${conv})
}
`,
      look: "`%weight` becomes a constant, `%data` stays.",
    },
  },
  FoldConstant: {
    contract: "No call is left whose arguments are all constants: its result is there as a constant.",
    decides:
      "A call is computed if all its arguments are constants and the operator always gives the same result. A condition that is known picks its branch. Where a constant's values are not in the text, the result is a constant of the right type without values.",
    example: {
      text: `def @main(%x: Tensor[(2, 4), float32]) {
  %0 = add(1f, 2f);
  %1 = multiply(%0, 3f);
  add(%x, %1)
}
`,
      look: "Two of the three calls depend on no input: one constant takes their place.",
    },
  },
  FastMath: {
    contract: "`exp`, `erf`, `tanh` and `nn.softmax` are computed by approximations that are faster and a little less exact.",
    decides:
      "Every such call becomes the one of its fast operator. Patterns and rules that ask for the exact operators no longer match. The pass has level 4, which TVM leaves out unless it is asked for.",
    example: {
      text: `def @main(%x: Tensor[(1, 8), float32]) {
  %0 = tanh(%x);
  nn.softmax(%0)
}
`,
      look: "Both calls name other operators.",
      optLevel: 4,
    },
  },
  FlattenAtrousConv: {
    contract: "A convolution that is between `nn.space_to_batch_nd` and `nn.batch_to_space_nd` is one call: a convolution with `dilation`.",
    decides:
      "It is one if the three calls follow each other with no other call in between, and the layout is `NHWC`. The block becomes the dilation, and the padding keeps the size.",
    example: {
      text: `def @main(%x: Tensor[(1, 8, 8, 3), float32], %w: Tensor[(3, 3, 3, 4), float32]) {
  %0 = nn.space_to_batch_nd(%x, block_shape=[2, 2], paddings=[[2, 2], [2, 2]]);
  %1 = nn.conv2d(%0, %w, padding=[0, 0, 0, 0], channels=4, kernel_size=[3, 3], data_layout="NHWC", kernel_layout="HWIO");
  nn.batch_to_space_nd(%1, block_shape=[2, 2], crops=[[0, 0], [0, 0]])
}
`,
      look: "Three calls become one, with `dilation=[2, 2]`.",
    },
  },
  FoldExplicitPadding: {
    contract: "An `nn.pad` before a convolution or a pooling is removed: the convolution or pooling pads by its attribute `padding`.",
    decides:
      "It folds if only height, width and depth are padded, and with what the operator itself would pad with: 0 before a convolution or an average, the least number of the data type before a maximum, the input's zero point before `qnn.conv2d`.",
    example: {
      text: `def @main(%x: Tensor[(1, 3, 8, 8), float32], %w: Tensor[(4, 3, 3, 3), float32]) {
  %0 = nn.pad(%x, 0f, pad_width=[[0, 0], [0, 0], [1, 1], [1, 1]]);
  nn.conv2d(%0, %w, padding=[0, 0, 0, 0])
}
`,
      look: "The pad goes away, and `padding` becomes `[1, 1, 1, 1]`.",
    },
  },
  FoldScaleAxis: {
    contract:
      "A multiplication by one number a channel is done once, in the weight of the convolution or dense layer next to it, instead of at every run.",
    decides:
      "It is `BackwardFoldScaleAxis`, `ForwardFoldScaleAxis` and `FoldConstant` in a row. Weights have to be constants for the scale to vanish. The two have level 3, so a run of level 2 leaves everything as it was.",
    example: { text: scales, look: "Both multiplications go into the weight, which `FoldConstant` then computes.", optLevel: 3 },
  },
  ForwardFoldScaleAxis: {
    contract: "A scale on a convolution's input is moved forward into its weight.",
    decides:
      "It moves if the scale is one positive constant a channel and nobody else reads the scaled value; the weight gets the multiplication.",
    example: {
      text: `def @main(%x: Tensor[(1, 3, 8, 8), float32], %w: Tensor[(4, 3, 3, 3), float32], %s: Tensor[(3, 1, 1), float32]) {
  %0 = multiply(%x, %s);
  nn.conv2d(%0, %w, ${conv})
}
`,
      look: "The multiplication leaves the input and multiplies the weight.",
    },
  },
  BackwardFoldScaleAxis: {
    contract: "A scale on a convolution's result is moved back into its weight.",
    decides: "It moves if nobody else reads the unscaled result; the weight gets the multiplication.",
    example: {
      text: `def @main(%x: Tensor[(1, 3, 8, 8), float32], %w: Tensor[(4, 3, 3, 3), float32], %s: Tensor[(4, 1, 1), float32]) {
  %0 = nn.conv2d(%x, %w, ${conv});
  multiply(%0, %s)
}
`,
      look: "The multiplication after the convolution moves to the weight before it.",
    },
  },
  SimplifyInference: {
    contract: "Operators that matter only in training are removed or spelled out: a batch norm becomes arithmetic, and dropout is removed.",
    decides:
      "Normalizations become adds and multiplies that targets and other passes know how to take. A batch norm is spelled out where its first result alone is used.",
    example: {
      text: `def @main(%x: Tensor[(1, 3, 8, 8), float32], %g: Tensor[(3), float32], %b: Tensor[(3), float32], %m: Tensor[(3), float32], %v: Tensor[(3), float32]) {
  %0 = nn.batch_norm(%x, %g, %b, %m, %v);
  %1 = %0.0;
  nn.relu(%1)
}
`,
      look: "One `nn.batch_norm` becomes the arithmetic that it represents.",
    },
  },
  SimplifyExpr: {
    contract:
      "Small detours are removed: a reshape of a reshape becomes one reshape; a cast to the same type and a sum with zero disappear.",
    decides: "A list of small patterns is tried until none matches any more. Each keeps the values, and the shape.",
    example: {
      text: `def @main(%x: Tensor[(2, 4), float32]) {
  %0 = reshape(%x, newshape=[8]);
  %1 = reshape(%0, newshape=[4, 2]);
  nn.relu(%1)
}
`,
      look: "Two reshapes become one.",
    },
  },
  CanonicalizeOps: {
    contract: "`nn.bias_add` is written as `expand_dims` and `add`, so that other passes need not know it.",
    decides: "Every `nn.bias_add` is rewritten. Patterns that ask for `nn.bias_add` no longer match afterwards.",
    example: {
      text: `def @main(%x: Tensor[(1, 3, 8, 8), float32], %b: Tensor[(3), float32]) {
  nn.bias_add(%x, %b)
}
`,
      look: "One operator becomes two simpler ones.",
    },
  },
  ToMixedPrecision: {
    contract: "What is fast in a narrow float is computed in it, and what needs the range stays wide; casts are in between.",
    decides:
      "Convolutions and matrix products are always narrow, exponentials, sums and softmax never. Most others follow: narrow where all that they take is narrow, a variable or a constant. Run it before partitioning for a target whose patterns take half precision; casts on the way can end a pattern.",
    example: {
      text: `def @main(%x: Tensor[(2, 8), float32], %w: Tensor[(4, 8), float32]) {
  %0 = nn.dense(%x, %w, units=None);
  %1 = nn.relu(%0);
  nn.softmax(%1)
}
`,
      look: "The product and its relu are computed in float16, the softmax after them is not.",
    },
  },
  Legalize: {
    contract:
      "Operators are replaced by others: quantized ones by plain ones (`FTVMQnnCanonicalize`, upstream's `qnn.transform.CanonicalizeOps`), by what a device prefers (`FTVMQnnLegalize`, upstream's `qnn.transform.Legalize`), or plain ones that no kernel computes by those that one does (`FTVMLegalize`).",
    decides:
      "The option says whose rules are asked; the target in force says which device. Patterns that ask for `qnn` operators no longer match afterwards, so that it is after partitioning as a rule. Scales must be constants.",
    options: { legalize_map_attr_name: "FTVMQnnCanonicalize" },
    example: {
      text: `def @main(%x: Tensor[(1, 4), uint8], %y: Tensor[(1, 4), uint8]) {
  qnn.add(%x, %y, 0.125f, 0, 0.25f, 0, 0.125f, 0)
}
`,
      look: "The one operand whose scale differs is multiplied by a fixed-point number; then both are added and clipped.",
    },
  },
  CanonicalizeCast: {
    contract:
      "A cast to a wider type is not shared: each elementwise reader has its own, so that fusion can pass the narrow tensor between kernels.",
    decides: "Only casts that widen are copied, and only for elementwise and broadcast readers.",
    example: {
      text: `def @main(%x: Tensor[(2, 4), int8]) {
  %0 = cast(%x, dtype="int32");
  %1 = add(%0, 1);
  %2 = multiply(%0, 2);
  (%1, %2)
}
`,
      look: "The one cast becomes two.",
    },
  },
  EliminateCommonSubexpr: {
    contract: "What is computed twice in the same way is computed once.",
    decides: "Two calls are equal if operator, attributes and arguments are. Operators with effects or randomness are left alone.",
    example: {
      text: `def @main(%x: Tensor[(2, 4), float32]) {
  %0 = nn.relu(%x);
  %1 = nn.relu(%x);
  add(%0, %1)
}
`,
      look: "The two equal calls become one.",
    },
  },
  CombineParallelConv2D: {
    contract:
      "Convolutions that read the same input and differ only in their weights are one convolution with more channels, whose result is cut apart again.",
    decides: "At least `min_num_branches` branches must be alike. Elementwise operators that follow all of them alike are joined, too.",
    example: {
      text: `def @main(%x: Tensor[(1, 3, 8, 8), float32], %a: Tensor[(4, 3, 3, 3), float32], %b: Tensor[(4, 3, 3, 3), float32], %c: Tensor[(4, 3, 3, 3), float32]) {
  %0 = nn.conv2d(%x, %a, ${conv});
  %1 = nn.conv2d(%x, %b, ${conv});
  %2 = nn.conv2d(%x, %c, ${conv});
  (%0, %1, %2)
}
`,
      look: "Three convolutions become one over joined weights, with three slices after it.",
    },
  },
  CombineParallelDense: {
    contract: "Dense layers that read the same input are one batched product, or one wider dense layer.",
    decides: "At least `min_num_branches` branches must be alike; `to_batch` says which of the two forms comes out.",
    example: {
      text: `def @main(%x: Tensor[(2, 4), float32], %a: Tensor[(5, 4), float32], %b: Tensor[(5, 4), float32], %c: Tensor[(5, 4), float32]) {
  %0 = nn.dense(%x, %a, units=None);
  %1 = nn.dense(%x, %b, units=None);
  %2 = nn.dense(%x, %c, units=None);
  (%0, %1, %2)
}
`,
      look: "Three products become one `nn.batch_matmul` of stacked weights.",
    },
  },
  CombineParallelBatchMatmul: {
    contract: "Batched products that share their left side are one, over right sides put side by side.",
    decides: "At least `min_num_branches` branches must be alike.",
    example: {
      text: `def @main(%x: Tensor[(2, 3, 4), float32], %a: Tensor[(2, 5, 4), float32], %b: Tensor[(2, 5, 4), float32], %c: Tensor[(2, 5, 4), float32]) {
  %0 = nn.batch_matmul(%x, %a, transpose_b=True);
  %1 = nn.batch_matmul(%x, %b, transpose_b=True);
  %2 = nn.batch_matmul(%x, %c, transpose_b=True);
  (%0, %1, %2)
}
`,
      look: "Three products become one, with three slices after it.",
    },
  },
  DeadCodeElimination: {
    contract: "No `let` binds a value that nobody uses, unless computing it has an effect.",
    decides: "With `inline_once`, a value that is used once also moves to its use.",
    example: {
      text: `def @main(%x: Tensor[(4), float32], %y: Tensor[(4), float32]) {
  let %unused = exp(%x);
  let %b = add(%x, %y);
  %b
}
`,
      look: "The unused `exp` goes. Without a `let` it would never have been in the graph.",
    },
  },
  DynamicToStatic: {
    contract: "An operator that takes its shape as an argument takes it as an attribute, where that argument turns out to be a constant.",
    decides:
      "It folds constants and rewrites in turns until no `dyn.` operator with a constant shape is left. A shape that depends on the input stays dynamic.",
    example: {
      text: `def @main(%x: Tensor[(2, 4), float32]) {
  %0 = shape_of(%x, dtype="int64");
  dyn.reshape(%x, %0, newshape=None)
}
`,
      look: "The shape is known after all, so `dyn.reshape` becomes `reshape`.",
    },
  },
  Inline: {
    contract: "Calls of functions marked `Inline` are replaced by their bodies, and the functions are removed.",
    decides: "Callees come first. What is not marked stays, and so do functions of external compilers.",
    example: {
      text: `def @double(%a: Tensor[(2, 4), float32], Inline=1) -> Tensor[(2, 4), float32] {
  add(%a, %a)
}

def @main(%x: Tensor[(2, 4), float32]) -> Tensor[(2, 4), float32] {
  @double(%x)
}
`,
      look: "`@double` is marked: its body takes the place of the call.",
    },
  },
  RemoveUnusedFunctions: {
    contract: "Only functions that an entry function reaches are left.",
    decides: "It starts at the functions of `entry_functions`, which is `main` where nothing else is said, and follows calls.",
    example: {
      text: `def @main(%x: Tensor[(2, 4), float32]) -> Tensor[(2, 4), float32] {
  nn.relu(%x)
}

def @forgotten(%a: Tensor[(2, 4), float32]) -> Tensor[(2, 4), float32] {
  exp(%a)
}
`,
      look: "Nobody calls `@forgotten`: it goes.",
    },
  },
  RemoveDropoutPass: {
    contract: "No first result of a dropout is used: its input takes its place.",
    decides: "Dropout does nothing when a model runs. The mask, which is the second result, is left alone.",
    example: { text: dropout, look: "`nn.relu` reads the input itself." },
  },
  MrvlRemoveDropoutPass: {
    contract: "The same as `RemoveDropoutPass`, under the name it has in the flow of `mrvl`.",
    decides: "Dropout does nothing when a model runs. The mask, which is the second result, is left alone.",
    example: { text: dropout, look: "`nn.relu` reads the input itself." },
  },
  ConvertLayout: {
    contract: "Operators that have a desired layout work in it, and `layout_transform` is where data changes layout.",
    decides:
      "The layouts come from `desired_layouts`, by operator. Neighbors that can work in any layout adapt, so that few transforms are needed. Its level is 3: in a context of level 2 it is skipped, which is why it often seems to do nothing.",
    options: { desired_layouts: { "nn.conv2d": ["NHWC", "default"] } },
    example: {
      text: `def @main(%x: Tensor[(1, 8, 6, 6), float32], %w: Tensor[(8, 8, 3, 3), float32]) {
  %0 = nn.conv2d(%x, %w, padding=[1, 1], channels=8, kernel_size=[3, 3]);
  nn.relu(%0)
}
`,
      look: "The convolution works in NHWC, `nn.relu` follows, and transforms are at both ends.",
    },
  },
  AlterOpLayout: {
    contract: "Operators are in the layout that the device's kernels like best.",
    decides:
      "In TVM a device's schedules say which layout they want. No device is known here, so none is asked for and the page says so; flows that have the pass run through it without a change of layout.",
    example: {
      text: `def @main(%x: Tensor[(1, 8, 8, 8), float32], %w: Tensor[(8, 8, 3, 3), float32]) {
  %0 = nn.conv2d(%x, %w, padding=[1, 1, 1, 1], channels=8, kernel_size=[3, 3]);
  nn.relu(%0)
}
`,
      look: "Nothing moves: without a device there is nobody to ask.",
    },
    unchanged: "No device is known here, so no operator asks for another layout.",
  },
};
