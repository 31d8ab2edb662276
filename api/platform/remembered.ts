/** @returns a function that gives what it read again for some time, but for failures. */
export function remembered<T>(read: () => Promise<T>, ms: number): () => Promise<T> {
  let [last, until]: [Promise<T> | undefined, number] = [undefined, 0];
  return () => {
    if (last && performance.now() < until) return last;
    last = read();
    until = performance.now() + ms;
    last.catch(() => {
      until = 0;
    });
    return last;
  };
}
