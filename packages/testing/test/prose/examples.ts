/** Examples for the values in messages, so that a list of messages reads as users see them. */

/** An example by the name of a value, from the most special name to the most general. */
const examples: readonly (readonly [name: RegExp, example: string])[] = [
  [/^(operators|calls)$/i, "`nn.conv2d` and `nn.relu`"],
  [/^(targets|compilers)$/i, "`dnnl` and `tensorrt`"],
  [/^(passes)$/i, "`FoldConstant` and `ConvertLayout`"],
  [/^(patterns|entries|composites|subjects|table)$/i, "`dnnl.conv2d_relu` and `dnnl.conv2d`"],
  [/^(names|known|wanted|operands|attributes|variables|inputs|listed)$/i, "`a` and `b`"],
  [/(operator|calledOp|callee)$/i, "nn.conv2d"],
  [/(target|compiler|taker|bound)$/i, "dnnl"],
  [/(pass|step)$/i, "MergeComposite"],
  [/(pattern|entry|composite|subject)$/i, "dnnl.conv2d_relu"],
  [/(functionName|function|caller|owner|global)$/i, "main"],
  [/(attribute|option|setting)$/i, "data_layout"],
  [/(layout)$/i, "NHWC"],
  [/(dtype|type|held|given)$/i, "float32"],
  [/(shape)$/i, "(1, 8, 32, 32)"],
  [/(file|what)$/i, "model.relay"],
  [/(node)$/i, "conv1"],
  [/(bytes|size)$/i, "64 KiB"],
  [/(line|count|number|most|limit|length|rank|index|id|level|n|total|left|max\w*|min\w*|width|channels|depth)$/i, "3"],
  [/(reason|why|problem|detail|cause|error|message)$/i, "the reason"],
  [/(name|nameOf|names?Of\w*)$/i, "nn.relu"],
];

const literal = /(["'`])((?:(?!\1)[^\\]|\\.)*)\1/g;

/** What a value of a template looks like: one of its words, an example by its name, or its name in braces. */
export function exampleOf(expression: string): string {
  const choices = /\?[^:]*(["'`])[\s\S]*:/.test(expression) ? [...expression.matchAll(literal)].map(([, , text = ""]) => text) : [];
  const word = choices.at(-1);
  // Of two words, the second is for several things.
  if (word !== undefined && !word.includes("${")) return word;
  const plain = expression.replace(literal, " ");
  const names = plain.match(/[A-Za-z_]\w*/g) ?? [];
  const isQuoted = /\b(?:quoted|code|quotedName|shown)\b/.test(plain);
  for (const [form, example] of examples) {
    if (!names.some((name) => form.test(name))) continue;
    return isQuoted && !example.includes("`") ? `\`${example}\`` : example;
  }
  return `{${names.at(-1) ?? "value"}}`;
}
