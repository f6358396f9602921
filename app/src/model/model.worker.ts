/** The worker that opens one model file: loaded when a model is opened, ended when its dialog closes. */
import { serveModels } from "@relayscope/engine/models/serve";

serveModels(self);
