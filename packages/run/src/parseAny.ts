/** Modules in every form; loaded if a text is JSON or has metadata. */
export { parseModule } from "@relayscope/text";
