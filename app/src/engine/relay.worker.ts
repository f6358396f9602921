/** The worker's side: the compiler core, and nothing of the page. */
import { serveEngine } from "@relayscope/engine";

serveEngine(self);
