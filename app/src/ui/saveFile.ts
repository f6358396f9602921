/** Saves a file through the browser's downloads. */
export function saveFile(name: string, type: string, content: string | Blob): void {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  const anchor = document.createElement("a");
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  URL.revokeObjectURL(url);
}

/** A file's name without its folders. */
export function lastName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The label of the button that saves the shown one of a target's files: of several, it says which. */
export function saveLabel({ name }: { readonly name: string }, files: number): string {
  return files > 1 ? `Save ${lastName(name)}` : "Save";
}
