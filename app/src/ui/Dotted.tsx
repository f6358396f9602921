import { Fragment } from "react";

/** A name such as `annotation.stop_fusion`, which can break after a dot. */
export function Dotted({ text }: { readonly text: string }) {
  return text.split(/(?<=\.)(?=\w)/).map((part, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts are their places
    <Fragment key={i}>
      {i > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
