/** The start of file names of the library's own Python: traces leave its lines out. */
export const libraryFile = "<tvm>/";
