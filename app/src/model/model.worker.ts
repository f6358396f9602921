/** The worker for one model file: it starts when a model is opened and ends when its dialog closes. */
import { serveModels } from "@relayscope/engine/models/serve";

serveModels(self);
