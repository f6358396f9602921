/**
 * Loaded before every test file: laws draw the same cases each time, so that what lands has passed what it will be asked.
 * `RELAYSCOPE_SEED=N` draws others, which is how to look for a case that breaks a law.
 */
import fc from "fast-check";

fc.configureGlobal({ seed: Number(process.env.RELAYSCOPE_SEED ?? 1) });
