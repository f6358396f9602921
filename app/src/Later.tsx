import { usePrintable } from "./print/usePrintable.ts";
import { HintLayer } from "./ui/HintLayer.tsx";

/** What stands ready for the pointer, and for the printer, once there is a picture. */
export function Later() {
  usePrintable();
  return <HintLayer />;
}
