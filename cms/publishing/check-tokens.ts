import { findTokenFault } from '../tokens.ts';
import { findNodes, type RichText } from './rich-text.ts';

/**
 * Every `{{token}}` in the text must be one that the site can replace. Text nodes are checked one by one, because the site
 * replaces tokens only within one.
 *
 * @returns a sentence for the editor; undefined if all tokens are valid.
 */
export function checkTokens(body: RichText): string | undefined {
  const runs = findNodes(body, 'text').map((node) => node.text ?? '');
  const targets = findNodes(body, 'link', 'autolink').map((node) => node.fields?.url ?? '');
  for (const written of [...runs, ...targets]) {
    const fault = findTokenFault(written);
    if (fault) return fault;
  }
  return undefined;
}
