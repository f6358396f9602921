/** In what form a text holds a module, so that script for forms that few have is loaded for them alone. */

/**
 * Whether a text is a module in the reference's JSON, which `tvm.ir.save_json` writes, rather than Relay; a graph
 * executor's JSON is neither.
 */
export function isJson(text: string): boolean {
  return /^\s*\{\s*"(?:root|nodes|attrs|b64ndarrays)"\s*:/.test(text.slice(0, 500)) && !/"node_row_ptr"/.test(text);
}

/** Whether a text is neither JSON nor has a metadata section. */
export function isBare(text: string): boolean {
  return !text.includes("metadata") && !isJson(text);
}
