import { DropLayer } from "./ui/DropLayer.tsx";
import { HintLayer } from "./ui/HintLayer.tsx";

/** What answers to the pointer anywhere on the page, loaded once there is a picture. */
export function Later() {
  return (
    <>
      <HintLayer />
      <DropLayer />
    </>
  );
}
