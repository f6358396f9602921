import { X } from "lucide-react";
import { usePage } from "../state/page.ts";
import { IconButton } from "../ui/Button.tsx";

/** Closes a text and gives its room to the picture. */
export function ClosePane() {
  const { actions } = usePage();
  return <IconButton icon={X} size={14} className="size-6" label="Show the picture" onClick={() => actions.setPanes("split")} />;
}
