/** Records on the page's root whether a key or a pointer was used last: focus rings and hints are for keys. */
export function watchInputKind(): void {
  const { dataset } = document.documentElement;
  const keep = (kind: string) => () => {
    if (dataset.input !== kind) dataset.input = kind;
  };
  addEventListener("keydown", keep("keys"), { capture: true });
  addEventListener("pointerdown", keep("pointer"), { capture: true });
}

/** Whether the focus was probably moved by keys. */
export function isByKeys(): boolean {
  return document.documentElement.dataset.input !== "pointer";
}

/** Whether a key was used last, and not the address alone, which opens what it names without one. */
export function isAfterKey(): boolean {
  return document.documentElement.dataset.input === "keys";
}

/** A ref callback for the heading of what a key has opened: it takes the focus. */
export function focusAfterKey(heading: HTMLElement | null): void {
  if (isAfterKey()) heading?.focus({ preventScroll: true });
}
