import { findNodes, type RichText, readText } from './rich-text.ts';

/**
 * Every link needs words and a target that works from any page: a path of this site starting with "/", a full
 * address, an e-mail address or a phone number. `ownOrigin` is the site's own address; links to it must be
 * paths, so that they survive a change of domain. Answers a sentence for the editor, or nothing.
 */
export function checkLinks(body: RichText, ownOrigin: string): string | undefined {
  for (const link of findNodes(body, 'link', 'autolink')) {
    const words = readText(link).trim();
    const target = link.fields?.url?.trim() ?? '';
    if (!words) return `A link to ${target || 'nowhere'} has no words. Write them or remove the link.`;
    const fault = findTargetFault(target, ownOrigin);
    if (fault) return `The link "${words}" ${fault}`;
  }
  return undefined;
}

function findTargetFault(target: string, ownOrigin: string): string | undefined {
  if (!target || target === '#' || target === 'https://') return 'leads nowhere. Give it an address.';
  if (target.startsWith('//')) return 'must start with one "/" for a page of this site, or with https://.';
  if (/^[/#]/.test(target)) return undefined;
  if (isOwnAddress(target, ownOrigin))
    return 'leads to this site. Write only the part from "/" on, such as /faq.';
  if (/^(https?:\/\/|mailto:|tel:)/i.test(target)) return undefined;
  return 'must start with "/" for a page of this site, or with https://, mailto: or tel:.';
}

function isOwnAddress(target: string, ownOrigin: string): boolean {
  return URL.canParse(target) && new URL(target).host === new URL(ownOrigin).host;
}
