import type { PayloadRequest } from 'payload';
import { findNodes, type RichText } from './rich-text.ts';
import { queueInTransaction } from './transaction-queue.ts';

/**
 * Every picture in the text must still exist and have a description, or be marked as decoration.
 *
 * @returns a sentence for the editor; undefined if all pictures are valid.
 */
export async function checkImages(body: RichText, req: PayloadRequest): Promise<string | undefined> {
  const ids = findNodes(body, 'upload').map((node) => readId(node.value));
  if (ids.length === 0) return undefined;
  const find = () =>
    req.payload.find({
      collection: 'media',
      where: { id: { in: ids } },
      pagination: false,
      depth: 0,
      select: { alt: true, decorative: true, filename: true },
      req,
    });
  const { docs } = await queueInTransaction(req, find);
  if (docs.length < new Set(ids).size)
    return 'A picture in the text no longer exists. Remove it or choose another one.';
  const bare = docs.find((picture) => !picture.decorative && !picture.alt?.trim());
  return (
    bare &&
    `The picture ${bare.filename} has no description. Add its alternative text, or mark it as decoration.`
  );
}

function readId(value: unknown): string {
  return typeof value === 'object' && value !== null && 'id' in value ? String(value.id) : String(value);
}
