import { Fragment } from "react";

/** A name such as `annotation.stop_fusion`, which breaks after a dot where it has no room. */
export function Dotted({ text }: { readonly text: string }) {
  return text.split(/(?<=\.)(?=\w)/).map((part, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts are their places
    <Fragment key={i}>
      {i > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
