/**
 * A reversible rewriting of Relay text before deflate. `%17` says the same as "three definitions ago", and said so,
 * repeated layers become equal strings, which halves a link. A definition that counts on from the last becomes one
 * character, a use of one of the last 64 definitions two: the mark and the distance.
 */
const definition = "\u0001";
const use = "\u0002";
const firstDistance = 48;
const distances = 64;
const temporary = /%(0|[1-9]\d{0,7})( = )?/g;
const rewritten = /\u0001|\u0002([0-o])|%(0|[1-9]\d{0,7}) = /g;

/** The text with temporaries counted from the latest definition; undefined if the text itself contains a mark. */
export function relativeTemporaries(text: string): string | undefined {
  if (text.includes(definition) || text.includes(use)) return undefined;
  let latest = -1;
  return text.replace(temporary, (whole, digits: string, defines: string | undefined) => {
    const number = Number(digits);
    if (defines !== undefined) {
      const isNext = number === latest + 1;
      latest = number;
      return isNext ? definition : whole;
    }
    const distance = latest - number;
    return distance >= 0 && distance < distances ? use + String.fromCharCode(firstDistance + distance) : whole;
  });
}

/** The inverse of `relativeTemporaries`; undefined if the result would be longer than `limit` characters. */
export function absoluteTemporaries(text: string, limit: number): string | undefined {
  let latest = -1;
  let length = text.length;
  const absolute = text.replace(rewritten, (whole, distance: string | undefined, digits: string | undefined) => {
    if (length > limit) return "";
    let result = whole;
    if (digits !== undefined) latest = Number(digits);
    else if (distance !== undefined) result = `%${latest - (distance.charCodeAt(0) - firstDistance)}`;
    else result = `%${++latest} = `;
    length += result.length - whole.length;
    return result;
  });
  return length > limit ? undefined : absolute;
}
