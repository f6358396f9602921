/** A stranger's text as it may be in an attribute of HTML or between its tags. */
export function quoted(text: string): string {
  return text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}
