import { type ComponentType, type LazyExoticComponent, lazy } from "react";

/**
 * A component whose code is loaded when it is first shown. While the code does not come, what stands in for it stays:
 * the server may have a newer version, or the network may be gone. The page reports that (`main.tsx`). Loading starts again with
 * the network.
 */
export function part<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  const attempt = (): Promise<{ readonly default: ComponentType<Props> }> =>
    load().then(
      (component) => ({ default: component }),
      () => online().then(attempt),
    );
  return lazy(attempt);
}

function online(): Promise<void> {
  return new Promise((done) => addEventListener("online", () => done(), { once: true }));
}
