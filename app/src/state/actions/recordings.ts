/** Recordings of TVM's own passes, as text. */
import { initialView, lastStage } from "../model.ts";
import { snapshotOf } from "../snapshots.ts";
import type { ActionContext, Opening } from "./context.ts";
import type { settingsActions } from "./settings.ts";

type EditSettings = ReturnType<typeof settingsActions>["editSettings"];

/**
 * Opens a log or a file of TVM's own passes as the pipeline that it recorded. Returns whether the text was a recording
 * and still wanted.
 */
export async function openRecording(
  text: string,
  { isWanted }: Pick<Opening, "isWanted">,
  { engine, storage, viewports, getState, beginDocument, setView, notify }: ActionContext,
  editSettings: EditSettings,
): Promise<boolean> {
  const recording = await engine.recording(text).catch(() => undefined);
  if (!recording || !isWanted()) return false;
  const { input, pipeline, left } = recording;
  storage.savePrevious(snapshotOf(getState(), viewports));
  beginDocument();
  editSettings({ pipeline }, input);
  setView({ ...initialView, stage: lastStage });
  viewports.release(getState().run.epoch);
  const more = left > 0 ? ` ${left} more were left out.` : "";
  notify({
    id: "recording",
    tone: "info",
    text: `${pipeline.length} passes as TVM ran them: each stage is TVM's, and says whether the pass gives the same here.${more}`,
  });
  return true;
}

/**
 * Offers to open a text as a recording. A text that is not a recording, or takes too long to be read as one, stays a
 * text.
 */
export async function offerRecording(text: string, context: ActionContext, editSettings: EditSettings): Promise<void> {
  const recording = await context.engine.recording(text).catch(() => undefined);
  if (!recording || context.getState().document.text !== text) return;
  context.notify({
    id: "recording",
    tone: "info",
    text: `This text has ${recording.pipeline.length} passes that TVM ran.`,
    action: {
      label: "Show them pass by pass",
      run: () => void openRecording(text, context.beginOpening(), context, editSettings),
    },
  });
}
