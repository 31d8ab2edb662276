import { findTargetFault, type LinkContext } from '../addresses/find-target-fault.ts';
import { findNodes, type RichText, readText } from './rich-text.ts';

/**
 * Every link needs words and an existing target.
 *
 * @param context the request that publishes, and the document, which may link to itself.
 * @returns a sentence for the editor; undefined if all links are valid.
 */
export async function checkLinks(body: RichText, context: LinkContext): Promise<string | undefined> {
  for (const link of findNodes(body, 'link', 'autolink')) {
    const words = readText(link).trim();
    const target = link.fields?.url?.trim() ?? '';
    if (!words) return `A link to ${target || 'nowhere'} has no words. Write them or remove the link.`;
    const fault = await findTargetFault(target, context);
    if (fault) return `The link "${words}" ${fault}`;
  }
  return undefined;
}
