/**
 * Work without recursion: a task is a generator that yields the tasks whose results it needs. However deep the nesting,
 * the call stack stays flat. A function that often needs no sub-task answers either a result or a task.
 */

export type Task<T> = Generator<Task<T>, T, T>;

/** Runs a generator to its end. */
export function drained<T>(steps: Generator<unknown, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Runs a task and all it asks for. */
export function runTask<T>(root: Task<T>): T {
  const stack: Task<T>[] = [];
  let current = root;
  let step = current.next();
  for (;;) {
    if (!step.done) {
      stack.push(current);
      current = step.value;
      step = current.next();
      continue;
    }
    const parent = stack.pop();
    if (!parent) return step.value;
    current = parent;
    step = current.next(step.value);
  }
}
