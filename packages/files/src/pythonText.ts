/** Recognizes Python that uses TVM: a target, or a script that builds a module. */

/** Whether a text is such Python, and not Relay. */
export function isPythonText(text: string): boolean {
  const start = text.slice(0, 20_000);
  const imports = /^(?:from\s+[\w.]+\s+import\b|import\s+\w)/m.test(start);
  return imports && /^(?:def|class|@)\s*\w|\b(?:relay|tvm)\./m.test(start) && !/^def @/m.test(start);
}

/** Whether a text looks like a notebook. */
export function isNotebookText(text: string): boolean {
  return /^\s*\{[\s\S]*"cells"\s*:\s*\[/.test(text);
}
