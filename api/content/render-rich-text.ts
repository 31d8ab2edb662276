import { convertLexicalToHTML } from '@payloadcms/richtext-lexical/html';
import { uploadHtml } from './picture-html.ts';

/** A rich text as Payload stores it. */
export type RichText = Parameters<typeof convertLexicalToHTML>[0]['data'];
/** What stands for `{{name}}` in texts. */
export type TokenValues = Readonly<Record<string, string>>;

interface Node {
  type?: unknown;
  text?: unknown;
  children?: unknown;
  fields?: unknown;
  [key: string]: unknown;
}

/** @returns HTML of a rich text, made on the server only: escaped text, tokens replaced, no link but to web, mail or phone. */
export function renderRichText(data: RichText, tokens: TokenValues): string {
  const html = convertLexicalToHTML({
    data: prepared(data, tokens),
    disableContainer: true,
    converters: ({ defaultConverters }) => ({
      ...defaultConverters,
      // Payload's own lists bear styles, which the content policy of the site forbids.
      list: ({ node, nodesToHTML }) => {
        const tag = node.listType === 'number' ? 'ol' : 'ul';
        return `<${tag}>${nodesToHTML({ nodes: node.children }).join('')}</${tag}>`;
      },
      listitem: ({ node, nodesToHTML }) => {
        const holdsList = node.children.every((child) => child.type === 'list');
        return `<li${holdsList ? ' class="nested"' : ''}>${nodesToHTML({ nodes: node.children }).join('')}</li>`;
      },
      upload: ({ node }) => uploadHtml(node.value),
    }),
  });
  return keepRangesTogether(html);
}

/** A figure such as `10-15%` would else be split between two lines. A phone number may be, where a line is short. */
function keepRangesTogether(html: string): string {
  return html.replace(/<[^>]*>|(?<!\) )\b\d[\d,.]*-\d[\d,.]*[%+]?/g, (part) =>
    part.startsWith('<') ? part : `<span class="range">${part}</span>`,
  );
}

/** @returns the same as plain text, for structured data and search: each block ends as a sentence does. */
export function renderPlainText(data: RichText, tokens: TokenValues): string {
  return plainText(prepared(data, tokens).root as Node)
    .replace(/\s+/g, ' ')
    .trim();
}

function plainText({ type, text, children }: Node): string {
  if (typeof text === 'string') return text;
  const inner = Array.isArray(children) ? children.map(plainText).join('') : ' ';
  if (type === 'link' || type === 'autolink') return inner;
  return inner.trim() && !/[.,:;!?]["'”’)]*$/.test(inner.trim()) ? ` ${inner.trim()}. ` : ` ${inner} `;
}

/** @returns the text with every `{{name}}` replaced; an unknown one is left out, so that no visitor reads braces. */
export function fillTokens(text: string, tokens: TokenValues): string {
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (_all, name: string) => tokens[name] ?? '');
}

function prepared(data: RichText, tokens: TokenValues): RichText {
  const visit = (node: Node): Node => {
    const isLink = node.type === 'link' || node.type === 'autolink';
    const children = Array.isArray(node.children) ? (node.children as Node[]) : undefined;
    return {
      ...node,
      ...(typeof node.text === 'string' ? { text: fillTokens(node.text, tokens) } : {}),
      ...(isLink ? { fields: safeLink(node.fields) } : {}),
      ...(children
        ? {
            children: (isLink ? children : children.flatMap((child) => linkContact(child, tokens))).map(
              visit,
            ),
          }
        : {}),
    };
  };
  return { ...data, root: visit(data.root as Node) } as RichText;
}

/** @returns a text with its phone number and e-mail address as links of their own: a tap calls or writes. */
function linkContact(node: Node, tokens: TokenValues): Node[] {
  if (typeof node.text !== 'string') return [node];
  const parts = node.text.split(/(\{\{\s*(?:phone|email)\s*\}\})/).filter((part) => part !== '');
  return parts.map((part) => {
    const text = { ...node, text: part };
    const shown = part.startsWith('{{') ? fillTokens(part, tokens) : '';
    if (!shown || !/^\{\{\s*(?:phone|email)\s*\}\}$/.test(part)) return text;
    const url = shown.includes('@') ? `mailto:${shown}` : phoneLink(shown);
    return { type: 'link', version: 3, fields: { linkType: 'custom', newTab: false, url }, children: [text] };
  });
}

/** @param phone a US number as people read it. @returns what a phone dials. */
export function phoneLink(phone: string): string {
  return `tel:+1${phone.replace(/\D/g, '')}`;
}

function safeLink(fields: unknown): Record<string, unknown> {
  const link = (typeof fields === 'object' && fields ? fields : {}) as Record<string, unknown>;
  return { ...link, url: safeTarget(typeof link.url === 'string' ? link.url : '') };
}

/** @returns where a link leads; an address such as `javascript:` does nothing but harm and becomes the page itself. */
export function safeTarget(target: string): string {
  const url = target.trim();
  return /^(\/(?!\/)|#|https?:|mailto:|tel:)/i.test(url) ? url : '#';
}
