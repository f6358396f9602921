/** Calls back once what is rendered is on the screen, two frames later; the answer takes that back. */
export function afterPaint(act: () => void): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(() => setTimeout(act));
  });
  return () => cancelAnimationFrame(frame);
}
