import { quoted } from "./quoted.ts";

/**
 * HTML that shows the snapshot of `fragment`, without the editor, in another page. `page` is the address of the page
 * itself, of http or https.
 */
export function iframe(page: string, fragment: string, title: string | undefined): string {
  const source = `${page.replace(/[?#].*$/s, "")}?embed#${fragment}`;
  return `<iframe src="${quoted(source)}" title="${quoted(title || "Relayscope")}" width="100%" height="600" loading="lazy" style="boundary: 1px solid #c9ced8"></iframe>`;
}
