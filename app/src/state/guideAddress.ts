/** The guide in the page's address: `#guide=pass/MergeComposite`. */

const form = /^#guide(?:=(.*))?$/s;

/** The address of the guide's page that a fragment asks for, empty for its first one; undefined where it asks for none. */
export function guideAddressOf(fragment: string): string | undefined {
  const found = form.exec(fragment);
  return found ? (found[1] ?? "") : undefined;
}

/** The fragment that opens a page of the guide. */
export function guideFragment(address: string): string {
  return address === "" ? "#guide" : `#guide=${address}`;
}
