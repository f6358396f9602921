/** Text of bytes, in the encodings that shells and editors write. */

export interface DecodedText {
  readonly text: string;
  /** Whether some bytes are of no character and are replaced. */
  readonly isLossy: boolean;
}

/** How many bytes are inspected to find the kind of a file: models and archives begin with bytes that no text has. */
const looked = 64;

/** Decodes bytes as text: UTF-8, or UTF-16 by its mark or by its zeros. Undefined if they are not text. */
export function decodeText(bytes: Uint8Array): DecodedText | undefined {
  const encoding = encodingOf(bytes);
  if (encoding === undefined) return undefined;
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), isLossy: false };
  } catch {
    const text = new TextDecoder(encoding).decode(bytes);
    // A text in another encoding has no control characters. Bytes with both are not a text, such as a PDF, whose first
    // line is text.
    return /[\0-\u0008\u000e-\u001a]/.test(text) ? undefined : { text, isLossy: true };
  }
}

function encodingOf(bytes: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  const start = bytes.subarray(0, looked);
  const zeros = [0, 0];
  let hasOther = false;
  for (const [i, byte] of start.entries()) {
    if (byte === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1;
    else if (byte < 9) hasOther = true;
  }
  const [even = 0, odd = 0] = zeros;
  if (hasOther) return undefined;
  if (even + odd === 0) return "utf-8";
  const half = Math.floor(start.length / 2);
  if (even === 0 && odd > 0.9 * half) return "utf-16le";
  return odd === 0 && even > 0.9 * half ? "utf-16be" : undefined;
}
