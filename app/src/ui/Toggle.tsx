interface ToggleProps {
  readonly isOn: boolean;
  readonly label: string;
  readonly hint: string;
  readonly onChange: (isOn: boolean) => void;
}

/** Shows or hides a kind of thing. */
export function Toggle({ isOn, label, hint, onChange }: ToggleProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      data-hint={hint}
      onClick={() => onChange(!isOn)}
      className={`inline-flex h-6 items-center rounded-md px-1.5 text-small font-medium whitespace-nowrap ${isOn ? "bg-accent-soft text-accent" : "text-ink-3 hover:bg-hover"}`}
    >
      {label}
    </button>
  );
}
