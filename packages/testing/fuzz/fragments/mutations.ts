/** Ways in which texts lose parts before they are pasted. */

/** A number from 0 up to 1. */
export type Random = () => number;

export type Mutation = (text: string, random: Random) => string;

const lines = (text: string) => text.split("\n");
const typeComment = /\s*\/\* ty=[^*]*\*\//g;

function cutLines(text: string, from: number, to: number): string {
  const all = lines(text);
  return all.slice(Math.floor(all.length * from), Math.max(1, Math.floor(all.length * to))).join("\n");
}

/** The parameters of a function but the first become constants without types, as importers print weights. */
function weightsAsConstants(text: string, random: Random): string {
  const names = [...new Set([...text.matchAll(/(%[a-zA-Z_]\w*): Tensor\[/g)].map((m) => m[1] ?? ""))].slice(1);
  let index = 0;
  for (const name of names) {
    if (random() < 0.3) continue;
    const declaration = new RegExp(`, ${name}: Tensor\\[[^\\]]*\\](?: /\\*[^*]*\\*/)?`);
    text = text.replace(declaration, "").replace(new RegExp(`${name}(?![\\w.:])`, "g"), `meta[relay.Constant][${index}]`);
    index++;
  }
  return text;
}

/** Operators in the forms of older versions. */
function older(text: string): string {
  return text
    .replace(/nn\.pad\((%[\w.]+), [^,()]+?(?: \/\*[^*]*\*\/)?, /g, "nn.pad($1, ")
    .replace(/, axes=None(?=\))/g, "")
    .replace(/scatter_elements\(/g, "scatter(")
    .replace(/, reduction="update"/g, "")
    .replace(/image\.resize2d\(/g, "image.resize(")
    .replace(/method="linear"/g, 'method="bilinear"')
    .replace(/, transpose_b=True/g, "")
    .replace(/#\[version = "0.0.5"\]/, "v0.0.4");
}

/** Lines broken at spaces, as mail programs do. */
function wrapped(text: string, width: number): string {
  return lines(text)
    .flatMap((line) => {
      const parts: string[] = [];
      let rest = line;
      for (let at = rest.lastIndexOf(" ", width); rest.length > width && at > 4; at = rest.lastIndexOf(" ", width)) {
        parts.push(rest.slice(0, at));
        rest = rest.slice(at + 1);
      }
      return [...parts, rest];
    })
    .join("\n");
}

/** What is put before each line by what shows or records a text. */
const prefixed = (text: string, prefix: (line: number) => string) =>
  lines(text)
    .map((line, i) => prefix(i) + line)
    .join("\n");

/** Ways in which programs that hand a text on change it, and lose nothing of it. */
export const disguises: Readonly<Record<string, Mutation>> = {
  mailWrap: (text) => wrapped(text, 72),
  quoted: (text) => prefixed(text, () => "> "),
  quotedMail: (text) => prefixed(wrapped(text, 70), () => "> "),
  lineNumbers: (text) => prefixed(text, (i) => `${String(i + 1).padStart(4)}  `),
  numbersWithBar: (text) => prefixed(text, (i) => `${i + 1} | `),
  colors: (text) => text.replace(/\b(nn\.\w+|Tensor|def)\b/g, "\u001b[1;34m$1\u001b[0m"),
  windows: (text) => text.replaceAll("\n", "\r\n"),
  smartQuotes: (text) => text.replace(/"([^"\n]*)"/g, "\u201c$1\u201d"),
  entities: (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;"),
  fenced: (text) => `Here is what I get:\n\n\`\`\`\n${text}\n\`\`\`\n\nIs that right?`,
  flat: (text) => text.replace(/^ +/gm, ""),
  blankLines: (text) => text.replaceAll("\n", "\n\n"),
  logged: (text) => prefixed(text, (i) => `2021-03-04 12:00:${String(i % 60).padStart(2, "0")},123 INFO `),
  bracketed: (text) => prefixed(text, (i) => `[12:00:${String(i % 60).padStart(2, "0")}] /tvm/src/ir/transform.cc:${100 + i}: `),
  escaped: (text) => JSON.stringify(text),
  prose: (text) =>
    `One or more operators have not been tuned. Please tune your model for better performance.\n${text}\nThanks, and best regards`,
  pytest: (text) => prefixed(text, () => "E       "),
  commented: (text) => prefixed(text, () => "# "),
  diffed: (text) => prefixed(text, () => "+"),
  tabs: (text) => text.replace(/^ +/gm, (spaces) => "\t".repeat(spaces.length / 2)),
  oneLine: (text) => text.replaceAll("\n", " "),
};

export const mutations: Readonly<Record<string, Mutation>> = {
  cutEnd: (text, random) => text.slice(0, Math.floor(text.length * (0.2 + 0.75 * random()))),
  cutStart: (text, random) => text.slice(Math.floor(text.length * 0.6 * random())),
  cutLastLines: (text, random) => cutLines(text, 0, 0.2 + 0.8 * random()),
  cutFirstLines: (text, random) => cutLines(text, 0.6 * random(), 1),
  dropTypes: (text) => text.replace(typeComment, ""),
  dropSomeTypes: (text, random) => text.replace(typeComment, (comment) => (random() < 0.3 ? "" : comment)),
  dropHeader: (text) =>
    lines(text)
      .filter((line) => !/^(?:def @|fn \(|#\[version)/.test(line))
      .join("\n"),
  dropLines: (text, random) =>
    lines(text)
      .filter((_, i) => i === 0 || random() > 0.1)
      .join("\n"),
  dropAnnotations: (text, random) =>
    text.replace(/(%[\w.]+): Tensor\[\([^)]*\), \w+\](?=[,)])/g, (whole, name) => (random() < 0.5 ? name : whole)),
  dropDefinitions: (text) => text.replace(/(?:^|\n)def @(?!main)[\s\S]*?\n}\n?/g, "\n"),
  dropArguments: (text, random) =>
    lines(text)
      .map((line) => (random() < 0.08 ? line.replace(/, %[\w.]+/, "") : line))
      .join("\n"),
  ellipsis: (text, random) => {
    const all = lines(text);
    const from = Math.floor(all.length * random());
    return [...all.slice(0, from), "  ...", ...all.slice(from + 1 + Math.floor(random() * 8))].join("\n");
  },
  compilersInMetadata: (text) =>
    text.replace(
      /annotation\.compiler_(begin|end)\((%[\w.]+), compiler="[^"]*"\)/g,
      "annotation.compiler_$1($2, meta[relay.attrs.CompilerAttrs][0])",
    ),
  weightsAsConstants,
  older,
};
