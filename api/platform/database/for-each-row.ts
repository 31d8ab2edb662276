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
