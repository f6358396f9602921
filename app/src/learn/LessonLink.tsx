import { limits } from "@relayscope/files";
import { Link2 } from "lucide-react";
import { usePage } from "../state/page.ts";
import { pageAddress } from "../state/site.ts";
import { IconButton } from "../ui/Button.tsx";

/** Copies a link that holds the whole lesson. */
export function LessonLink({ text }: { readonly text: string }) {
  const { actions, storage } = usePage();
  const address = pageAddress();
  if (address === undefined) return null;
  const copy = async () => {
    const { encodeLesson } = await storage.warm();
    const fragment = encodeLesson(text);
    if (fragment.length > limits.fileCharacters) {
      actions.notify({ id: "link", tone: "warning", text: "This lesson is too long for a link: pass its file on instead." });
      return;
    }
    await actions.copyText(`${address}#${fragment}`, "The link is copied. It holds the whole lesson.");
  };
  return <IconButton icon={Link2} label="Copy a link to this lesson" onClick={() => void copy()} />;
}
