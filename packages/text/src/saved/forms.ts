/** In what form a text holds a module, so that script for forms that few have is loaded for them alone. */
import { needsCleaning } from "../clean/signs.ts";

/**
 * Whether a text is a module in the reference's JSON, which `tvm.ir.save_json` writes, rather than Relay; a graph
 * executor's JSON is neither.
 */
export function isJson(text: string): boolean {
  return /^\s*\{\s*"(?:root|nodes|attrs|b64ndarrays)"\s*:/.test(text.slice(0, 500)) && !/"node_row_ptr"/.test(text);
}

/** What Relay as text has and texts of other languages do not. */
const relay =
  /\bdef @|^[ \t]*#\[version[^\n]*\n(?!@\w+ = primfn\()|\bfree_var %|\bfn \((?:%|\))|^[^\n]{0,80}%[\w.]+ = [a-z][\w.]*\(%|^[^\n]{0,80}let %|\bmeta\[/m;

/** Whether a text has a mark of Relay. A fragment may have none. */
export function hasRelay(text: string): boolean {
  return relay.test(text.replace(/^[ \t]*graph\(%.*$/gm, ""));
}

/** Whether a text is Relay, neither JSON nor of another language, without a metadata section and anything around it. */
export function isBare(text: string): boolean {
  return hasRelay(text) && !text.includes("metadata") && !isJson(text) && !needsCleaning(text);
}
