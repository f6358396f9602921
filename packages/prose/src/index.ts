export { type Block, type Inline, plainText, readBlocks, readInline, refusedLinks } from "./prose.ts";
