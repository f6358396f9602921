import type { Page } from "../state/page.ts";

/** How long a picture waits for a banner, in milliseconds: its code may not come, or come over a slow network. */
const patience = 1_000;

/** Pictures wait for a banner until the returned function is called, at most for a second. */
export function awaitBanner(store: Page["store"]): () => void {
  const add = (by: number) => store.setState(({ awaitedBanners }) => ({ awaitedBanners: awaitedBanners + by }));
  let own = 1;
  const end = () => {
    add(-own);
    own = 0;
  };
  add(own);
  setTimeout(end, patience);
  return end;
}
