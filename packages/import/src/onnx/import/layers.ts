/** Names of values in a graph within graphs: what is not set in a layer is looked up in the one around it. */
export class Layer<V> {
  /** What was set here. */
  readonly own = new Map<string, V>();

  constructor(private readonly around?: Layer<V>) {}

  get(name: string): V | undefined {
    for (let layer: Layer<V> | undefined = this; layer; layer = layer.around) {
      const value = layer.own.get(name);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  set(name: string, value: V): void {
    this.own.set(name, value);
  }

  /**
   * Takes over what layers within this one set, as if each were a copy of this one and all copies were written back in
   * turn: what was here before has its value from the last of them.
   */
  adopt(...inner: readonly Layer<V>[]): void {
    const last = inner.at(-1);
    for (const layer of inner) {
      for (const [name, value] of layer.own) if (layer === last || !this.has(name)) this.own.set(name, value);
    }
  }
}
