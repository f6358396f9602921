/** Keeps on the page's root whether a key or a pointer was used last: rings and hints of what has the focus are for keys. */
export function watchInputKind(): void {
  const { dataset } = document.documentElement;
  const keep = (kind: string) => () => {
    if (dataset.input !== kind) dataset.input = kind;
  };
  addEventListener("keydown", keep("keys"), { capture: true });
  addEventListener("pointerdown", keep("pointer"), { capture: true });
}

/** Whether what has the focus came by it by keys, as far as one knows. */
export function isByKeys(): boolean {
  return document.documentElement.dataset.input !== "pointer";
}
