/** Mutations of texts, byte and token level, from a seed: the same seed makes the same texts. */

/** A generator of numbers from 0 (inclusive) to `n` (exclusive). */
export type Random = (n: number) => number;

export function random(seed: number): Random {
  let state = (seed * 2_654_435_761 + 1) >>> 0 || 1;
  return (n) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return Math.floor((state / 0x1_0000_0000) * n);
  };
}

const pieces = [
  ..."(){}[]<>%@#=;:,.-+*/\"'\\?!&|_`~^$ \n\t\r0123456789",
  "/*",
  "*/",
  "//",
  "->",
  "=>",
  "...",
  "%0",
  "%0 = ",
  "%x.0",
  "let %x = ",
  "fn (",
  "def @f(",
  "type A[",
  "if (",
  "match (",
  "match? ",
  "ref(",
  "ref_write(",
  "meta[relay.Constant][0]",
  "#[version",
  "#[metadata]",
  "{",
  "Tensor[(",
  "ty=",
  " /* ty=int32 */",
  "True",
  "nanf",
  "-inf",
  "1e",
  "99999999999999999999i64",
  "free_var %x",
  "add(",
  "\u0000",
  "\u200b",
  "\ud800",
  "é",
  "> ",
  "&gt;",
  "\u001b[1m",
  "```",
];

/** A text made of `text` by some random changes; parts of `other` may come in. */
export function mutated(text: string, other: string, next: Random): string {
  let out = text;
  const changes = 1 + next(6);
  for (let i = 0; i < changes; i++) {
    const at = next(out.length + 1);
    const length = next(4) === 0 ? next(200) : next(12);
    switch (next(8)) {
      case 0:
        out = out.slice(0, at) + out.slice(at + length);
        break;
      case 1:
        out = out.slice(0, at) + (pieces[next(pieces.length)] as string) + out.slice(at);
        break;
      case 2:
        out = out.slice(0, at) + (pieces[next(pieces.length)] as string) + out.slice(at + length);
        break;
      case 3: {
        const from = next(other.length + 1);
        out = out.slice(0, at) + other.slice(from, from + length) + out.slice(at);
        break;
      }
      case 4:
        out = out.slice(0, at) + out.slice(at, at + length).repeat(1 + next(20)) + out.slice(at + length);
        break;
      case 5: {
        const to = next(out.length + 1);
        const moved = out.slice(at, at + length);
        out = out.slice(0, to) + moved + out.slice(to);
        break;
      }
      case 6:
        out = out.slice(0, at) + String.fromCharCode(next(4) === 0 ? next(0x1_0000) : next(128)) + out.slice(at + 1);
        break;
      default:
        out = next(3) === 0 ? out.slice(at, at + 1 + next(out.length)) : withoutTokens(out, next);
    }
  }
  return out.length > 20_000 ? out.slice(0, 20_000) : out;
}

/** Some tokens taken out or doubled. */
function withoutTokens(text: string, next: Random): string {
  const tokens = text.split(/(\w+|\s+)/);
  const at = next(tokens.length);
  if (next(2) === 0) tokens.splice(at, 1 + next(3));
  else tokens.splice(at, 0, tokens[next(tokens.length)] as string);
  return tokens.join("");
}
