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
