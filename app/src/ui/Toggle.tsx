import { Eye, EyeOff } from "lucide-react";

interface ToggleProps {
  readonly isOn: boolean;
  readonly label: string;
  readonly hint: string;
  readonly onChange: (isOn: boolean) => void;
}

/** Shows or hides a kind of thing. */
export function Toggle({ isOn, label, hint, onChange }: ToggleProps) {
  const Icon = isOn ? Eye : EyeOff;
  return (
    <button
      type="button"
      aria-pressed={isOn}
      data-hint={hint}
      onClick={() => onChange(!isOn)}
      className={`inline-flex h-7 items-center gap-1.5 rounded-md px-2 text-[12px] font-medium hover:bg-hover ${isOn ? "text-ink-2" : "text-ink-3 line-through"}`}
    >
      <Icon size={13} aria-hidden />
      {label}
    </button>
  );
}
