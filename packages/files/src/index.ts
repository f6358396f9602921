export { type ArchivedFile, isArchive, type Listed, listArchive, openArchived } from "./archive.ts";
export { checksum, checksumText } from "./checksum.ts";
export { decodeText } from "./decodeText.ts";
export { fileProblems } from "./diagnostics.ts";
export { foreignFormat } from "./foreignFormats.ts";
export { limits, mostInflated } from "./limits.ts";
export { type Notebook, placeInCells, readNotebook, scriptName } from "./notebook.ts";
export { isNotebookText, isPythonText } from "./pythonText.ts";
export { isPacked, unpack, unpackedName } from "./unpack.ts";
