/** Calls back two frames later, once what is rendered is on the screen. Returns a function that cancels it. */
export function afterPaint(act: () => void): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(() => setTimeout(act));
  });
  return () => cancelAnimationFrame(frame);
}
