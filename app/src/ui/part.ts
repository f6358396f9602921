import { type ComponentType, type LazyExoticComponent, lazy } from "react";

/**
 * A component whose code is loaded when it is first shown. If the code does not come, because the network is gone or
 * the server has a newer version, its placeholder stays and the page reports it (`main.tsx`). Loading starts again
 * with the network.
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
