import { X } from "lucide-react";
import { Dialog } from "radix-ui";
import { type ReactNode, useRef } from "react";
import { useReturn } from "../hooks/useReturn.ts";
import { usePage, usePageState } from "../state/page.ts";
import { IconButton } from "./Button.tsx";

interface ModalProps {
  readonly title: string;
  readonly width: number;
  readonly children: ReactNode;
}

/**
 * A dialog over the page. Escape and a press outside close it. During a lesson the rest of the page stays usable, as
 * the lesson refers to the dialog.
 */
export function Modal({ title, width, children }: ModalProps) {
  const { actions } = usePage();
  const isLearning = usePageState((s) => s.learning !== undefined);
  const content = useRef<HTMLDivElement>(null);
  const { onCloseAutoFocus } = useReturn();
  return (
    <Dialog.Root open modal={!isLearning} onOpenChange={(isOpen) => !isOpen && actions.showDialog(undefined)}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-[rgb(10_13_20/0.42)]" />
        <Dialog.Content
          aria-describedby={undefined}
          style={{ width }}
          // The first control is the one that closes: its tooltip would be over what the dialog says.
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            content.current?.focus();
          }}
          onCloseAutoFocus={onCloseAutoFocus}
          ref={content}
          onInteractOutside={(event) => isLearning && event.preventDefault()}
          className="modal fixed top-[12vh] left-1/2 z-50 flex max-h-[76vh] max-w-[94vw] -translate-x-1/2 flex-col rounded-xl border border-line-strong bg-raised shadow-float outline-none"
        >
          <div className="flex items-center justify-between border-b border-line py-2 pr-2 pl-4">
            <Dialog.Title className="text-head font-semibold">{title}</Dialog.Title>
            <Dialog.Close asChild>
              <IconButton icon={X} label="Close" />
            </Dialog.Close>
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keys */}
          <div tabIndex={0} className="overflow-y-auto p-4 outline-offset-[-2px]">
            {children}
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
