/** Stores encrypted documents. It never sees their content. */
export interface DocumentStore {
  /** Stores bytes under a name. Storing the same document twice, even at the same time, leaves it readable. */
  put(name: string, bytes: Buffer): Promise<void>;
  /** @throws Error when nothing is stored under this name. */
  get(name: string): Promise<Buffer>;
  /** Deletes what is stored under a name, if anything is. */
  delete(name: string): Promise<void>;
}
