/** Where sealed documents lie. It never sees what they say. */
export interface DocumentStore {
  /** Keeps bytes under a name. Putting the same document twice, even at the same time, leaves it readable. */
  put(name: string, bytes: Buffer): Promise<void>;
  /** @throws Error when nothing lies under this name. */
  get(name: string): Promise<Buffer>;
}
