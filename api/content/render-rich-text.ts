import { convertLexicalToHTML } from '@payloadcms/richtext-lexical/html';
import { convertLexicalToPlaintext } from '@payloadcms/richtext-lexical/plaintext';

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
  return convertLexicalToHTML({ data: prepared(data, tokens), disableContainer: true });
}

/** @returns the same as plain text, for structured data and search. */
export function renderPlainText(data: RichText, tokens: TokenValues): string {
  return convertLexicalToPlaintext({ data: prepared(data, tokens) })
    .replace(/\s+/g, ' ')
    .trim();
}

/** @returns the text with every `{{name}}` replaced; an unknown one is left out, so that no visitor reads braces. */
function replaceTokens(text: string, tokens: TokenValues): string {
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (_all, name: string) => tokens[name] ?? '');
}

function prepared(data: RichText, tokens: TokenValues): RichText {
  const visit = (node: Node): Node => ({
    ...node,
    ...(typeof node.text === 'string' ? { text: replaceTokens(node.text, tokens) } : {}),
    ...(node.type === 'link' || node.type === 'autolink' ? { fields: safeLink(node.fields) } : {}),
    ...(Array.isArray(node.children) ? { children: node.children.map(visit) } : {}),
  });
  return { ...data, root: visit(data.root as Node) } as RichText;
}

/** An address such as `javascript:` does nothing but harm; it becomes a link to the page itself. */
function safeLink(fields: unknown): Record<string, unknown> {
  const link = (typeof fields === 'object' && fields ? fields : {}) as Record<string, unknown>;
  const url = typeof link.url === 'string' ? link.url.trim() : '';
  return { ...link, url: /^(\/(?!\/)|#|https?:|mailto:|tel:)/i.test(url) ? url : '#' };
}
