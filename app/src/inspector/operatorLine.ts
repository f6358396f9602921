/** The operators of a region in a line, as on cards. */

/** As many names as fit in a line, with the number of those left out; empty if not even the first fits. */
export function operatorLine(names: readonly string[], fits: (line: string) => boolean): string {
  for (let count = names.length; count > 0; count--) {
    const rest = names.length - count;
    const line = [...names.slice(0, count), ...(rest > 0 ? [`${rest} more`] : [])].join(", ");
    if (fits(line)) return line;
  }
  return "";
}
