/**
 * Loaded before every test file. Laws draw the same cases each time, so that what lands has passed exactly these tests.
 * `RELAYSCOPE_SEED=N` draws others, to look for a case that breaks a law.
 */
import fc from "fast-check";

fc.configureGlobal({ seed: Number(process.env.RELAYSCOPE_SEED ?? 1) });
