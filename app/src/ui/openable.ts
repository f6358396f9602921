import { modelEndings } from "@relayscope/engine/models";

/** What the browser's chooser of files offers: texts, snapshots, lessons, target files and models. */
export const openable = [".relay", ".txt", ".json", ".md", ".py", ".gz", ...modelEndings, "text/plain", "application/json"].join();
