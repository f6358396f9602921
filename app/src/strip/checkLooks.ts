import { CircleHelp, Equal, EqualNot } from "lucide-react";

/** How the results of a check look and what they are called. */
export const checkLooks = {
  same: { Icon: Equal, tone: "text-good", title: "Same meaning" },
  different: { Icon: EqualNot, tone: "text-danger", title: "Another meaning" },
  unknown: { Icon: CircleHelp, tone: "text-warn", title: "Not checked" },
  canceled: { Icon: CircleHelp, tone: "text-ink-3", title: "Canceled" },
} as const;
