/** A timer that goes off once, unless it is set again or put off before. */
export class Alarm {
  private timer: ReturnType<typeof setTimeout> | undefined;

  set(milliseconds: number, act: () => void): void {
    this.clear();
    this.timer = setTimeout(() => {
      this.timer = undefined;
      act();
    }, milliseconds);
  }

  clear(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  get isSet(): boolean {
    return this.timer !== undefined;
  }
}
