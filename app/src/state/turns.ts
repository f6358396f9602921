/** Work that is done a piece a frame, whoever asks: two panes that take their pieces in the same frame would make it twice as long. */
export class Turns {
  private readonly waiting: (() => void)[] = [];
  private isComing = false;

  /** Calls `act` in a task of its own after one of the next frames, after what asked before, or, where `isFirst`, before it; the answer takes that back. */
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
