import { keepFocus } from "./hooks/keepFocus.ts";
import { DropLayer } from "./ui/DropLayer.tsx";
import { HintLayer } from "./ui/HintLayer.tsx";

/** Hints, dropping of files, and repair of a lost focus, for the whole page. Loaded once there is a picture. */
export function Later() {
  return (
    <>
      <HintLayer />
      <DropLayer />
      <span ref={keepFocus} hidden />
    </>
  );
}
