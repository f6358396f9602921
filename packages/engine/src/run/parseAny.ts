/** Modules in every form; loaded where a text is JSON, for few are. */
export { parseModule } from "@relayscope/text";
