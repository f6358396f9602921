import { usePrintable } from "./print/usePrintable.ts";
import { HintLayer } from "./ui/HintLayer.tsx";

/** Elements for the pointer and the printer, loaded once there is a picture. */
export function Later() {
  usePrintable();
  return <HintLayer />;
}
