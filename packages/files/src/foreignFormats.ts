/** Files of models that are not read: their format, and how to get one that is. */

const onnx = "Export the model with `torch.onnx.export`, and open that file.";
const tensorflow = "Convert the model to TensorFlow Lite, or to ONNX with `tf2onnx`, and open that file.";
const relay = "Import the model with `relay.frontend` in TVM, and open what `print(mod)` gives.";
const module = "Open what `print(mod)` gives before `relay.build`.";

/** By ending: what such a file is, and what to do. */
const formats: Readonly<Record<string, readonly [format: string, advice: string]>> = {
  ".pt": ["a PyTorch file", onnx],
  ".pth": ["a PyTorch file", onnx],
  ".ckpt": ["a checkpoint: weights without a model", onnx],
  ".safetensors": ["a file of weights without a model", onnx],
  ".h5": ["a Keras file", tensorflow],
  ".hdf5": ["a Keras file", tensorflow],
  ".keras": ["a Keras file", tensorflow],
  ".mlmodel": ["a Core ML model", relay],
  ".caffemodel": ["a Caffe model", relay],
  ".pdmodel": ["a PaddlePaddle model", relay],
  ".params": ["TVM's file of parameters: weights without a model", module],
  ".so": ["a compiled module", module],
  ".dll": ["a compiled module", module],
  ".o": ["a compiled module", module],
  ".tar": ["a tar archive, such as a compiled module", module],
  ".npz": ["a file of arrays without a model", module],
};

/** What a file of another format is, by its name, and what to do; undefined for other names. */
export function foreignFormat(name: string): { readonly format: string; readonly advice: string } | undefined {
  const ending = /\.\w+$/.exec(name.toLowerCase())?.[0] ?? "";
  const [format, advice] = (Object.hasOwn(formats, ending) ? formats[ending] : undefined) ?? [];
  return format === undefined || advice === undefined ? undefined : { format, advice };
}
