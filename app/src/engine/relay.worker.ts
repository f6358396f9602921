/** The worker's side: the compiler core, without any code of the page. */
import { serveEngine } from "@relayscope/engine";

serveEngine(self);
