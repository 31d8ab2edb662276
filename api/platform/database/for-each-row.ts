/**
 * Does work for each row, one after the other, also where it fails for some: one bad row keeps no others from their turn.
 *
 * @returns for how many it was done. @throws AggregateError when it failed for some, after all had their turn.
 */
export async function forEachRow<Row>(
  rows: AsyncIterable<Row>,
  work: (row: Row) => Promise<void>,
): Promise<number> {
  let done = 0;
  const errors: unknown[] = [];
  for await (const row of rows) {
    try {
      await work(row);
      done += 1;
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `It failed for ${errors.length} rows.`);
  return done;
}

/** For the cursor of `forEachBatch`, so that it reads no more rows at once. */
export const batchSize = 500;

/**
 * Does work for rows, 500 at a time, one batch after the other.
 *
 * @param signal ends it before the next row. @throws what the work throws, and does no more then.
 */
export async function forEachBatch<Row>(
  rows: AsyncIterable<Row>,
  work: (batch: readonly Row[]) => Promise<unknown>,
  signal?: AbortSignal,
): Promise<void> {
  let batch: Row[] = [];
  for await (const row of rows) {
    if (signal?.aborted) return;
    batch.push(row);
    if (batch.length < batchSize) continue;
    await work(batch);
    batch = [];
  }
  if (batch.length > 0) await work(batch);
}
