/** A recording of TVM's own passes, as a pipeline. */
import type { RecordingAnswer } from "@relayscope/run/contract";
import { readRecording } from "@relayscope/text";

/** The recording in a text; undefined if it is not a recording. */
export function recordingOf(text: string): RecordingAnswer | undefined {
  const recording = readRecording(text);
  if (!recording) return undefined;
  const { input, passes, left } = recording;
  return { input, left, pipeline: passes.map(({ pass, text: recorded }) => ({ pass, options: {}, recorded })) };
}
