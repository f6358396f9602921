/** The texts of a folder of Python, whose folders are packages, by the names of their modules. */
export function textsByModule(files: Readonly<Record<string, string>>, folder: string): ReadonlyMap<string, string> {
  const nameOf = (path: string) =>
    path
      .slice(folder.length)
      .replace(/(\/__init__)?\.py$/, "")
      .replaceAll("/", ".");
  return new Map(Object.entries(files).map(([path, text]) => [nameOf(path), text]));
}
