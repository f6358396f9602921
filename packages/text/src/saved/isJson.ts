/** Whether a text is a module in the reference's JSON, which `tvm.ir.save_json` writes, rather than Relay; a graph executor's JSON is neither. */
export function isJson(text: string): boolean {
  return /^\s*\{\s*"(?:root|nodes|attrs|b64ndarrays)"\s*:/.test(text.slice(0, 500)) && !/"node_row_ptr"/.test(text);
}
