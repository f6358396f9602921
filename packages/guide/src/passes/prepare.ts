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
      "Every parameter of `@main` counts as a weight, except those taken as inputs. Many patterns require `is_constant()` and do not match without this pass. In TVM, `bind_params_by_name` does this with the values; here a constant may have only a type.",
    example: {
      text: `def @main(%data: Tensor[(1, 3, 8, 8), float32], %weight: Tensor[(4, 3, 3, 3), float32]) {
  nn.conv2d(%data, %weight, ${conv})
}
`,
      look: "`%weight` becomes a constant, `%data` stays.",
    },
  },
  FoldConstant: {
    contract: "Each call whose arguments are all constants is replaced by its result, a constant.",
    decides:
      "A call is computed if all its arguments are constants and the operator always gives the same result. A known condition selects its branch. Where a constant's values are not in the text, the result is a constant of the right type without values.",
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
      "Every such call is replaced by its fast version. Patterns and rules for the exact operators no longer match. The pass has level 4, so TVM skips it by default.",
    example: {
      text: `def @main(%x: Tensor[(1, 8), float32]) {
  %0 = tanh(%x);
  nn.softmax(%0)
}
`,
      look: "Both calls use other operators.",
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
      "It folds if only height, width and depth are padded, and with the value that the operator itself pads with: 0 before a convolution or an average, the least number of the data type before a maximum, the input's zero point before `qnn.conv2d`.",
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
      "A multiplication by one number per channel is computed once, in the weight of the convolution or dense layer next to it, and not in every run.",
    decides:
      "It is `BackwardFoldScaleAxis`, `ForwardFoldScaleAxis` and `FoldConstant` in a row. The weights must be constants. The first two passes have level 3, so a run at level 2 changes nothing.",
    example: { text: scales, look: "Both multiplications go into the weight, which `FoldConstant` then computes.", optLevel: 3 },
  },
  ForwardFoldScaleAxis: {
    contract: "A scale on a convolution's input is moved forward into its weight.",
    decides: "It moves if the scale is one positive constant per channel and nothing else reads the scaled value.",
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
    decides: "It moves if nothing else reads the unscaled result.",
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
    contract: "Operators that matter only in training are removed or expanded: a batch norm becomes arithmetic, and dropout is removed.",
    decides:
      "Normalizations become additions and multiplications, which targets and other passes support. The first result of a batch norm is expanded. Its other results still come from the batch norm.",
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
    contract: "`nn.bias_add` is written as `expand_dims` and `add`, so that other passes do not have to support it.",
    decides: "Every `nn.bias_add` is rewritten. Patterns with `nn.bias_add` no longer match afterwards.",
    example: {
      text: `def @main(%x: Tensor[(1, 3, 8, 8), float32], %b: Tensor[(3), float32]) {
  nn.bias_add(%x, %b)
}
`,
      look: "One operator becomes two simpler ones.",
    },
  },
  ToMixedPrecision: {
    contract:
      "Operators that are fast in a narrow float type are computed in it, and operators that need the range stay wide. Casts are inserted between them.",
    decides:
      "Convolutions and matrix products are always in the narrow type; exponentials, sums and softmax never are. Most others are in it if each input is in it, or is a variable or a constant. Run it before partitioning for a target that supports half precision; a cast can prevent a pattern from matching.",
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
      "The option selects the rules; the chosen target selects the device. Patterns with `qnn` operators no longer match afterwards, so it usually runs after partitioning. Scales must be constants.",
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
      look: "One cast becomes two.",
    },
  },
  EliminateCommonSubexpr: {
    contract: "Equal expressions are computed once.",
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
      "Convolutions that read the same input and differ only in their weights are one convolution with more channels, whose result is sliced.",
    decides:
      "At least `min_num_branches` branches must be alike. Elementwise operators that follow each of them in the same way are combined, too.",
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
    decides: "At least `min_num_branches` branches must be alike; `to_batch` selects the form.",
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
    contract: "Batched products with the same left side become one product over the concatenated right sides.",
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
  SplitArgs: {
    contract: "No `concatenate` takes more tensors than a function of the target may take.",
    options: { max_function_args: 5 },
    decides:
      "Fields and result together must stay below `max_function_args`. A longer list is joined in parts, and an `annotation.stop_fusion` after each list keeps FuseOps from putting them together again. TVM runs the pass before FuseOps, with the limit of the target. A list with a dimension of unknown size counts more arguments.",
    example: {
      text: `def @main(%a: Tensor[(1, 4), float32], %b: Tensor[(1, 4), float32], %c: Tensor[(1, 4), float32]) {
  concatenate((%a, %b, %c, %a, %b), axis=1)
}
`,
      look: "Two lists instead of one, each with a `stop_fusion` after it.",
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
      look: "The unused `exp` is removed. Without a `let` it would never have been in the graph.",
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
    decides: "It starts at the functions of `entry_functions`, by default `main`, and follows calls.",
    example: {
      text: `def @main(%x: Tensor[(2, 4), float32]) -> Tensor[(2, 4), float32] {
  nn.relu(%x)
}

def @forgotten(%a: Tensor[(2, 4), float32]) -> Tensor[(2, 4), float32] {
  exp(%a)
}
`,
      look: "Nothing calls `@forgotten`, so it is removed.",
    },
  },
  RemoveDropoutPass: {
    contract: "The first result of each dropout is replaced by its input.",
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
      "The layouts come from `desired_layouts`, by operator. Neighbors that support any layout adapt, so that few transforms are needed. Its level is 3: a run at level 2 skips it, so it often seems to do nothing.",
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
    contract: "Operators are in the layout that the device's kernels prefer.",
    decides:
      "In TVM, a device's schedules select the layout. No device is known here, so the pass changes no layout, and the page says so.",
    example: {
      text: `def @main(%x: Tensor[(1, 8, 8, 8), float32], %w: Tensor[(8, 8, 3, 3), float32]) {
  %0 = nn.conv2d(%x, %w, padding=[1, 1, 1, 1], channels=8, kernel_size=[3, 3]);
  nn.relu(%0)
}
`,
      look: "Nothing changes: no device is known.",
    },
    unchanged: "No device is known here, so no operator asks for another layout.",
  },
};
