import type { PayloadRequest } from 'payload';
import { findTargetFault } from '../addresses/find-target-fault.ts';
import { findNodes, type RichText, readText } from './rich-text.ts';

/**
 * Every link needs words and a target that is there. Answers a sentence for the editor, or nothing.
 *
 * @param about the request that publishes, and the document, which may link to itself.
 */
export async function checkLinks(
  body: RichText,
  about: { req: PayloadRequest; collectionSlug?: string | undefined; data?: unknown },
): Promise<string | undefined> {
  for (const link of findNodes(body, 'link', 'autolink')) {
    const words = readText(link).trim();
    const target = link.fields?.url?.trim() ?? '';
    if (!words) return `A link to ${target || 'nowhere'} has no words. Write them or remove the link.`;
    const fault = await findTargetFault(target, about);
    if (fault) return `The link "${words}" ${fault}`;
  }
  return undefined;
}
