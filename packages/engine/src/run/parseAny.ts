/** Modules in every form; loaded where a text is JSON or has metadata. */
export { parseModule } from "@relayscope/text";
