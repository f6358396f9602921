/** Recognizes texts of other languages, which people paste in place of Relay. */
import { hasRelay } from "../saved/forms.ts";

/** The kind of a text, and what to do about it: two sentences. */
export interface ForeignText {
  readonly language: string;
  readonly advice: string;
}

interface Language extends ForeignText {
  /** Signs that occur only in such a text. */
  readonly marks: RegExp;
}

const languages: readonly Language[] = [
  {
    language: "Relax, TVM's present language, in TVMScript",
    advice: "Relayscope reads Relay, which TVM had up to 0.19.0: import the model with `tvm.relay.frontend` of such a version.",
    marks: /@R\.function\b|\bR\.dataflow\(\)|\bR\.call_tir\(|\bR\.Tensor\(|from tvm\.script import .{0,200}\brelax\b/,
  },
  {
    language: "TIR, TVM's language of loops",
    advice: "Relayscope draws regions of graphs: print the module before it is lowered, `print(mod)` after `relay.frontend.from_...`.",
    marks:
      /@T\.prim_func\b|\bT\.(?:block|grid|Buffer)\(|^[ \t]*(?:@\w+ = )?primfn\(|\battr \[IterVar\(|^[ \t]*for \(\w+(?:\.\w+)*(?:: int32)?, 0, \d+\)/m,
  },
  {
    language: "MLIR",
    advice: "Import the model that it was made of with `tvm.relay.frontend`, and paste what `print(mod)` gives.",
    marks:
      /^[ \t]*(?:module(?: @\w+)?(?: attributes)? \{|func(?:\.func)? (?:private |public )?@)|: tensor<[\dx?]+|"(?:tfl|tosa|mhlo|stablehlo|onnx|torch)\.\w+"\(/m,
  },
  {
    language: "TorchScript",
    advice: "Import it: `mod, params = relay.frontend.from_pytorch(traced, [(name, shape)])`, then paste what `print(mod)` gives.",
    marks: /^[ \t]*graph\(%|\b(?:aten|prim)::\w+[[(]/m,
  },
  {
    language: "ONNX as text",
    advice: "Import it: `mod, params = relay.frontend.from_onnx(model)`, then paste what `print(mod)` gives.",
    marks:
      /^[ \t]*(?:<[ \t]*)?ir_version: \d|^[ \t]*op_type: "|^[ \t]*opset_import\b|^graph [\w-]+ \(\s*$|^[ \t]*%?\w+ = (?:Conv|Gemm|Relu|MatMul|Add|BatchNormalization)(?:\[|\s*<|\s*\()/m,
  },
  {
    language: "the graph that TVM's executor runs, as JSON",
    advice: "Its operators are compiled already: paste what `print(mod)` gives before `relay.build`.",
    marks: /^(?=[\s\S]*"nodes"\s*:)(?=[\s\S]*"(?:arg_nodes|node_row_ptr)"\s*:)/,
  },
  {
    language: "what TensorFlow Lite says of a model",
    advice: "Import it: `mod, params = relay.frontend.from_tflite(model)`, then paste what `print(mod)` gives.",
    marks: /^[ \t]*(?:=== .*)?TFLite ModelAnalyzer|^[ \t]*Op#\d+ [A-Z_0-9]+\(T#\d/m,
  },
  {
    language: "a graph of torch.fx",
    advice: "Import it: `mod, params = relay.frontend.from_pytorch(traced, [(name, shape)])`, then paste what `print(mod)` gives.",
    marks: /^[ \t]*opcode\s+name\s+target\b|: \[num_users=\d+\] = (?:placeholder|call_function|call_module)\[/m,
  },
  {
    language: "a Python traceback",
    advice: "Paste what `print(mod)` gives before the call that raises.",
    marks: /^Traceback \(most recent call last\):/m,
  },
  {
    language: "Python",
    advice: "It can define a target, or build a module: run it, or paste what `print(mod)` gives.",
    marks:
      /\brelay\.(?:var|Function|const|nn\.\w+|frontend\.\w+|op\.\w+|transform\.\w+|\w+)\(|^[ \t]*(?:import tvm|from tvm import relay|from tvm\.relay)\b/m,
  },
  {
    language: "Python that builds a PyTorch model",
    advice: "Export it with `torch.onnx.export`, and drop the file on the page.",
    marks: /\bnn\.Module\b|\btorch\.\w+\(|^[ \t]*(?:import torch|from torch)\b/m,
  },
  {
    language: "Python that builds a Keras model",
    advice: "Convert it to TensorFlow Lite or ONNX, and drop the file on the page.",
    marks: /\b(?:tf\.)?keras\.(?:layers|Model|Sequential|models)\b|^[ \t]*(?:import tensorflow|from tensorflow|import keras|from keras)\b/m,
  },
];

/** Identifies a text without any Relay; undefined if it may contain some, or is of no known kind. */
export function foreignText(text: string): ForeignText | undefined {
  if (hasRelay(text)) return undefined;
  return languages.find(({ marks }) => marks.test(text));
}
