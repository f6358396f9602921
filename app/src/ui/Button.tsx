import type { LucideIcon } from "lucide-react";
import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";

type Look = "plain" | "solid" | "outline";

const looks: Readonly<Record<Look, string>> = {
  plain: "text-ink-2 enabled:hover:bg-hover enabled:hover:text-ink",
  solid: "bg-accent text-accent-ink enabled:hover:brightness-110",
  outline: "border border-line-strong bg-panel text-ink enabled:hover:bg-hover",
};

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: Look;
  readonly icon?: LucideIcon;
  readonly children?: ReactNode;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A button with text, and an icon before it where given. */
export function Button({ look = "plain", icon: Icon, children, className = "", ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={`inline-flex h-7 shrink-0 items-center gap-1.5 rounded-md px-2.5 font-medium whitespace-nowrap disabled:opacity-45 ${looks[look]} ${className}`}
      {...rest}
    >
      {Icon && <Icon size={14} strokeWidth={2} aria-hidden />}
      {children}
    </button>
  );
}

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "aria-label"> {
  readonly icon: LucideIcon;
  /** The accessible name, also shown as a hint. */
  readonly label: string;
  readonly isPressed?: boolean;
  readonly size?: number;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A square button with an icon alone. */
export function IconButton({ icon: Icon, label, isPressed, size = 15, className = "", ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      data-hint={label}
      {...(isPressed === undefined ? {} : { "aria-pressed": isPressed })}
      className={`inline-flex size-7 shrink-0 items-center justify-center rounded-md disabled:opacity-40 ${isPressed ? "bg-accent-soft text-accent" : looks.plain} ${className}`}
      {...rest}
    >
      <Icon size={size} strokeWidth={1.9} aria-hidden />
    </button>
  );
}
