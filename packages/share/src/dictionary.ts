/**
 * The preset dictionary of codec `d`: what Relay texts and snapshots often say, the most frequent last, as deflate
 * reaches back cheapest there.
 */
const words = [
  "annotation.compiler_begin( annotation.compiler_end( compiler=annotation.cast_hint(image.resize2d(vision.non_max_suppression(",
  "zeros(ones(full(where(take(gather_nd(scatter_nd(topk(argsort(arange(equal(greater(less(not_equal(logical_and(minimum(maximum(power(",
  "strided_slice(begin=[0, 0, 0, 0], end=[ strides=[1], axes=None) split(indices_or_sections= squeeze(axis=[ expand_dims(axis= stack(tile(repeat(",
  "rsqrt(sqrt(exp(log(tanh(erf(sigmoid(divide(subtract(negative(abs(floor(round(mean(axis=[-1], keepdims=True) sum(max(variance(",
  'qnn.quantize(qnn.dequantize(qnn.requantize(qnn.add(qnn.conv2d(qnn.dense( units= out_dtype="int32") out_dtype="float32" float16 bfloat16 uint8 int64 bool',
  "nn.layer_norm(nn.batch_matmul(nn.conv2d_transpose(nn.conv3d(nn.conv1d(nn.pad(nn.lrn(nn.prelu(nn.leaky_relu(nn.dropout(nn.adaptive_avg_pool2d(",
  ".0 /* ty=(Tensor[(64), float32]) */;\n  ref( match (let %while_loop: fn () -> () if (%0) {\n      } else {\n      }\n  } /* ty=fn (, ",
  'PartitionedFromPattern="nn.conv2d_nn.bias_add_nn.relu_", Composite="dnnl.conv2d_bias_relu", %FunctionVar_0_0: Primitive=1, Inline=1, Compiler="byoc-target", global_symbol="tvmgen_default_byoc_target_main_0") -> @tvmgen_default_tinyai_main_0(',
  'is_constant().optional(lambda x: is_op("nn.relu")(is_op("nn.bias_add")(is_op("nn.conv2d")(wildcard(), is_constant()), wildcard()))has_attr({"data_layout": "NCHW"})',
  "nn.softmax(nn.max_pool2d(nn.avg_pool2d(, pool_size=[2, 2], strides=[2, 2], padding=[0, 0, 0, 0], ceil_mode=True) nn.global_avg_pool2d(nn.batch_flatten(nn.dense(concatenate(nn.batch_norm(, epsilon=1e-05f).0",
  'layout="NHWC", data_layout="NHWC", kernel_layout="HWIO", out_layout="" groups=1, dilation=[1, 1], reshape(, newshape=[1, -1]) transpose(, axes=[0, 2, 3, 1])',
  'cast(, dtype="int8") /* ty=Tensor[(1, 112, 112, 32), int8] */;\n  right_shift(, 7 /* ty=int32 */) annotation.stop_fusion(clip(, a_min=-127f, a_max=127f) a_min=0f, a_max=6f) multiply(',
  '{"pipeline":[{"pass":"InferType","options":{}},{"pass":"SimplifyInference","options":{}},{"pass":"FoldConstant","options":{}},{"pass":"MergeComposite","options":{}},{"pass":"AnnotateTarget","options":{}},{"pass":"MergeCompilerRegions","options":{}},{"pass":"PartitionGraph","options":{}}],"target":"byoc-target","customTargets":[{"name":"","patterns":[{"name":"","pattern":"}],"operators":[""]}],"optLevel":2,"bindParameters":false,"view":{"stage":4,"selection":{"stage":4,"nodes":[]},"panes":"split","collapsed":[],"hideVariables":false,"hideConstants":false,"showAnnotations":false,"camera":{"x":-28,"y":-28,"zoom":0.62}}}\n#[version = "0.0.5"]\n',
  "meta[relay.Constant][0] /* ty=Tensor[(32), int32] */ /* ty=Tensor[(32), int32] */) /* ty=Tensor[(1, 56, 56, 64), int32] */;\n  (, 1f /* ty=float32 */) 0 /* ty=int32 */",
  "def @main(%data: Tensor[(1, 3, 224, 224), float32] /* ty=Tensor[(1, 3, 224, 224), float32] */, %bias: Tensor[(64), float32] /* ty=Tensor[(64), float32] */, %weight: Tensor[(64, 64, 3, 3), float32] /* ty=Tensor[(64, 64, 3, 3), float32] */) -> Tensor[(1, 1000), float32] {\n  ",
  "add(nn.bias_add(nn.relu(nn.conv2d(%, %weight, strides=[2, 2], padding=[1, 1, 1, 1], groups=32, channels=64, kernel_size=[3, 3]) /* ty=Tensor[(1, 64, 56, 56), float32] */;\n  ",
];

/** Its bytes. Changing it needs a new codec letter: old links are read with the old one. */
export const relayDictionary: Uint8Array = new TextEncoder().encode(words.join(""));
