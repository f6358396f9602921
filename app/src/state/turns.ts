/**
 * Runs work in pieces, one per frame for the whole page: two panes that both work in one frame make it twice as long.
 */
export class Turns {
  private readonly waiting: (() => void)[] = [];
  private isComing = false;

  /**
   * Calls `act` in a task of its own after a later frame, after earlier requests or, with `isFirst`, before them.
   * Returns a function that cancels it.
   */
  ask(act: () => void, isFirst = false): () => void {
    if (isFirst) this.waiting.unshift(act);
    else this.waiting.push(act);
    this.come();
    return () => {
      const place = this.waiting.indexOf(act);
      if (place >= 0) this.waiting.splice(place, 1);
    };
  }

  private come(): void {
    if (this.isComing) return;
    this.isComing = true;
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        this.isComing = false;
        const act = this.waiting.shift();
        if (this.waiting.length > 0) this.come();
        act?.();
      };
      port2.postMessage(undefined);
    });
  }
}
