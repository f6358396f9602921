import { Info, TriangleAlert } from "lucide-react";
import type { ReactNode, Ref } from "react";

const tones = {
  danger: { Icon: TriangleAlert, ground: "bg-danger-soft", mark: "text-danger" },
  warn: { Icon: TriangleAlert, ground: "bg-warn-soft", mark: "text-warn" },
  note: { Icon: Info, ground: "bg-accent-soft", mark: "text-accent" },
};

interface BannerProps {
  readonly ref?: Ref<HTMLDivElement>;
  readonly tone: keyof typeof tones;
  readonly children: ReactNode;
}

/** A line above the picture: what happened, and what to do. */
export function Banner({ ref, tone, children }: BannerProps) {
  const { Icon, ground, mark } = tones[tone];
  return (
    <div ref={ref} role="status" className={`flex shrink-0 items-center gap-2.5 border-b border-line px-3 py-1.5 text-ink ${ground}`}>
      <Icon size={15} aria-hidden className={`shrink-0 ${mark}`} />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1.5 [&>:first-child]:flex-[1_1_18rem]">{children}</div>
    </div>
  );
}
