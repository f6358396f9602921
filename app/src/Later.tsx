import { keepFocus } from "./hooks/keepFocus.ts";
import { DropLayer } from "./ui/DropLayer.tsx";
import { HintLayer } from "./ui/HintLayer.tsx";

/** What answers to the pointer and keeps the focus anywhere on the page, loaded once there is a picture. */
export function Later() {
  return (
    <>
      <HintLayer />
      <DropLayer />
      <span ref={keepFocus} hidden />
    </>
  );
}
