import { modelEndings } from "@relayscope/engine/models";

/**
 * The file types that the browser's file chooser offers: texts, snapshots, lessons, target files, models and archives
 * of models.
 */
export const openable = [
  ".relay",
  ".txt",
  ".json",
  ".md",
  ".py",
  ".ipynb",
  ".gz",
  ".zip",
  ".task",
  ...modelEndings,
  "text/plain",
  "application/json",
].join();
