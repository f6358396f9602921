/** What a machine says where a program ends early. */
import type { Exhausted } from "../model/runtime.ts";

/** Why the budget ended a program. */
export function exhaustedText({ what, detail }: Exhausted): string {
  switch (what) {
    case "steps":
      return "The program was stopped: it takes more steps than are allowed.";
    case "bytes":
      return "The program was stopped: it makes more values than there is memory for.";
    case "stack":
      return "The program was stopped: its calls are nested too deep.";
    case "size":
      return `The program was stopped: it makes ${detail} that is too large.`;
  }
}
