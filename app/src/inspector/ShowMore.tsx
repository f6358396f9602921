interface ShowMoreProps {
  /** How many lines are hidden; without any, nothing is shown. */
  readonly hidden: number;
  readonly onShow: () => void;
}

/** The last line of a list that begins with its first lines: shows all of them. */
export function ShowMore({ hidden, onShow }: ShowMoreProps) {
  if (hidden <= 0) return null;
  return (
    <button type="button" onClick={onShow} className="rounded font-medium text-accent hover:underline">
      Show {hidden} more
    </button>
  );
}
