/** Inputs that attack a reader of untrusted bytes: by size, nesting and repetition. */

/** Pieces that nest or repeat in one of the input languages, or that do not fit their surroundings. */
export const attackPieces: readonly string[] = [
  ..." \n\t\r\"'`#*_>-/\\%@0a[({<&=.,:;~+|$!?^\u0000\u2028\u00e9\u200b",
  "\r\n",
  "\\\"",
  "\ud83d\ude00",
  // Brackets that are not closed, and those that are.
  "()",
  "[]",
  "{}",
  "[1,",
  '{"a":',
  '{"a":1},',
  "<a>",
  "</b>",
  // Comments and what looks like them.
  "/*",
  "*/",
  "/* ty=",
  "/* ty=int32 */",
  "//\n",
  "// x ",
  "/ ty=((",
  // Relay.
  "def @f() {",
  "def @main(%x: float32) { %x }\n",
  "fn (%x) {",
  "if (%x) {",
  "else",
  "let %x = ",
  "%0 = ",
  "%1 = nn.relu(%0);\n",
  "nn.relu(",
  "foo(a=",
  "foo(a=1, a=2);",
  "%a.1.2",
  "%a-\n",
  "match (%x) {",
  "A(%y) => {",
  "type A[",
  "type A { B }\n",
  "ref(",
  "meta[",
  "meta[relay.Constant][0] ",
  '#[version = "0.0.5"]\n',
  "#[metadata]{",
  "Tensor[(1, ",
  "Tensor[(1), float32",
  "fn () -> ",
  "1.",
  "1e9",
  "-inf",
  // Text around Relay in mails, logs and pages.
  "> ",
  "```\n",
  "&gt;",
  "&amp;",
  "=3D",
  "=\n",
  "\u001b[1m",
  "[1m",
  "[12:00:00] INFO x\n",
  '{"log":"',
  '{"log":"x"}\n',
  "<span>x",
  "\\n",
  "\\*",
  "\\u0022",
  // Recordings.
  "Before Running Pass: InferType\n",
  "PrintIR(",
  '{"pass":"InferType"}\n',
  // Lessons.
  "# a\n",
  "## a\n\n",
  "```step\n",
  "- a\n",
  "1. a\n",
  "a: b\n",
  "**a",
  "`a` ",
  // Patterns, and Python.
  "is_op(",
  "wildcard() | ",
  "wildcard()(",
  "lambda x: ",
  "not ",
  "x = ",
  "x.",
  "def f(x):\n ",
  "if x:\n ",
  "    ",
  '"""',
  "f'",
  "a if b else ",
  "x, ",
  "**",
];

/** A piece repeated up to this many characters. */
export function repeated(piece: string, characters: number): string {
  return piece.repeat(Math.ceil(characters / piece.length));
}

/** The starts of some bytes, of about this many lengths. */
export function* truncations(bytes: Uint8Array, count: number): Generator<Uint8Array> {
  const step = Math.max(1, Math.floor(bytes.length / count));
  for (let end = 0; end < bytes.length; end += step) yield bytes.subarray(0, end);
}

/** The bytes with one bit changed, at about this many places. */
export function* flips(bytes: Uint8Array, count: number): Generator<Uint8Array> {
  const step = Math.max(1, Math.floor(bytes.length / count));
  for (let at = 0, bit = 0; at < bytes.length; at += step, bit = (bit + 1) % 8) {
    const flipped = new Uint8Array(bytes);
    flipped[at] = (flipped[at] ?? 0) ^ (1 << bit);
    yield flipped;
  }
}
