export { type ArchivedFile, isArchive, type Listed, listArchive, openArchived } from "./archive.ts";
export { checksum, checksumText } from "./checksum.ts";
export { fileProblems } from "./diagnostics.ts";
export { limits, mostInflated } from "./limits.ts";
export { isPacked, type Unpacked, unpack, unpackedName } from "./unpack.ts";
