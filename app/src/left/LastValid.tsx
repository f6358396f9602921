/** Below a field whose text does not work: what the run uses, and a way back to it. */
export function LastValid({ className, onDrop }: { readonly className: string; readonly onDrop: () => void }) {
  return (
    <p className={`text-small leading-4 text-ink-3 ${className}`}>
      The run uses the last valid one.{" "}
      <button type="button" onClick={onDrop} className="rounded font-medium text-accent hover:underline">
        Back to it
      </button>
    </p>
  );
}
