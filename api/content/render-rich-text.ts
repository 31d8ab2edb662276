import { phoneHref } from '@claimdesk/forms/phone';
import { convertLexicalToHTML } from '@payloadcms/richtext-lexical/html';
import { uploadHtml } from './present-picture.ts';
import { readTable, tableHtml } from './table-html.ts';

/** A rich text as Payload stores it. */
export type RichText = Parameters<typeof convertLexicalToHTML>[0]['data'];
/** What replaces `{{name}}` in texts. A value is shown with its year, and with whose figure it is. */
export type TokenValues = Readonly<Record<string, string | ShownFigure>>;

interface ShownFigure {
  value: string;
  year?: string;
  attribution?: string;
  /** A result that the firm claims for itself. */
  isOwn?: true;
}

interface Node {
  type?: unknown;
  text?: unknown;
  children?: unknown;
  fields?: unknown;
  [key: string]: unknown;
}

/** A second-level heading and its anchor. */
export interface TextHeading {
  id: string;
  heading: string;
}

export interface ArticleText {
  html: string;
  headings: TextHeading[];
  links: string[];
}

/** @returns rich text as HTML: text escaped, tokens replaced, links only to web, email or phone. Server only. */
export function renderRichText(data: RichText, tokens: TokenValues): string {
  return toHtml(prepared(data, tokens), tokens, () => '');
}

/** @returns the same with an anchor on each second-level heading, plus its headings as plain text and its links. */
export function renderArticle(data: RichText, tokens: TokenValues): ArticleText {
  const text = prepared(data, tokens);
  const headings: TextHeading[] = [];
  const html = toHtml(text, tokens, (tag, node) => {
    if (tag !== 'h2') return '';
    const id = `part-${headings.length + 1}`;
    headings.push({ id, heading: textOf(node).trim() });
    return ` id="${id}"`;
  });
  return { html, headings, links: linksOf(text.root as Node) };
}

const headingTags: ReadonlySet<string> = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

/** @param anchorOf returns a heading's id attribute, or an empty string. */
function toHtml(
  data: RichText,
  tokens: TokenValues,
  anchorOf: (tag: string, heading: Node) => string,
): string {
  const fill = (text: string) => fillTokens(text, tokens);
  const html = convertLexicalToHTML({
    data,
    disableContainer: true,
    converters: ({ defaultConverters }) => ({
      ...defaultConverters,
      // Payload's default lists have inline styles, which the site's Content Security Policy forbids.
      list: ({ node, nodesToHTML }) => {
        const tag = node.listType === 'number' ? 'ol' : 'ul';
        const kind = node.listType === 'check' ? ' class="checklist"' : '';
        return `<${tag}${kind}>${nodesToHTML({ nodes: node.children }).join('')}</${tag}>`;
      },
      listitem: ({ node, nodesToHTML }) => {
        const holdsList = node.children.every((child) => child.type === 'list');
        return `<li${holdsList ? ' class="nested"' : ''}>${nodesToHTML({ nodes: node.children }).join('')}</li>`;
      },
      heading: ({ node, nodesToHTML, providedStyleTag }) => {
        // A preview renders what the browser sends, so a tag may be anything at all.
        const tag = headingTags.has(node.tag) ? node.tag : 'h2';
        return `<${tag}${anchorOf(tag, node)}${providedStyleTag}>${nodesToHTML({ nodes: node.children }).join('')}</${tag}>`;
      },
      upload: ({ node }) => uploadHtml(node.value),
      blocks: {
        table: ({ node, parent, childIndex }: { node: Node; parent: Node; childIndex: number }) => {
          const before = Array.isArray(parent.children)
            ? (parent.children as Node[])[childIndex - 1]
            : undefined;
          return tableHtml(
            readTable(node.fields, fill),
            before?.type === 'heading' ? textOf(before).trim() : null,
          );
        },
      },
    }),
  });
  return keepTogether(html);
}

/**
 * Keeps what is read as one from breaking across lines: after its hyphen a range such as `10-15%` and the number of a form
 * such as `SSA-789`, at its spaces the number of a rule such as `20 CFR 404.1520`. A phone number may still break on a narrow
 * screen.
 */
function keepTogether(html: string): string {
  return html.replace(readAsOne, (part) => {
    if (part.startsWith('<')) return part;
    return part.includes(' ') ? part.replaceAll(' ', '\u00a0') : `<span class="unbroken">${part}</span>`;
  });
}

const readAsOne =
  /<[^>]*>|\b\d+ CFR \d[\d.]*\w*|\bPOMS [A-Z]{2} \d[\d.]*|\b[A-Z]{2,4}-\d+\b|(?<!\) )\b\d[\d,.]*-\d[\d,.]*[%+]?/g;

function textOf({ text, children }: Node): string {
  if (typeof text === 'string') return text;
  return Array.isArray(children) ? children.map(textOf).join('') : '';
}

function linksOf({ type, fields, children }: Node): string[] {
  const inner = Array.isArray(children) ? (children as Node[]).flatMap(linksOf) : [];
  const url = type === 'link' || type === 'autolink' ? (fields as { url?: unknown }).url : undefined;
  return typeof url === 'string' ? [url, ...inner] : inner;
}

/** @returns the same as plain text, for structured data and search; every block ends like a sentence. */
export function renderPlainText(data: RichText, tokens: TokenValues): string {
  return plainText(prepared(data, tokens).root as Node, (text) => fillTokens(text, tokens))
    .replace(/\s+/g, ' ')
    .trim();
}

function plainText({ type, text, children, fields }: Node, fill: (text: string) => string): string {
  if (typeof text === 'string') return text;
  if (type === 'block') {
    const { caption, rows } = readTable(fields, fill);
    return ` ${[caption, ...rows.map((cells) => cells.join(', '))].join('. ')}. `;
  }
  const inner = Array.isArray(children) ? children.map((child) => plainText(child, fill)).join('') : ' ';
  if (type === 'link' || type === 'autolink') return inner;
  return inner.trim() && !/[.,:;!?]["'”’)]*$/.test(inner.trim()) ? ` ${inner.trim()}. ` : ` ${inner} `;
}

const token = /\{\{\s*(\w+)\s*\}\}/g;
const endOfSentence = /(?<=[.!?]["”’)]*\s+)/;

/**
 * @returns the text with every `{{name}}` replaced; unknown ones are removed, so that no visitor sees braces. A sentence that
 * does not say the year of an amount, or whose figure a result is, gets it in brackets, once. `{{ownCount}}` is where a sentence
 * says it of the firm's results.
 */
export function fillTokens(text: string, tokens: TokenValues): string {
  return text
    .split(endOfSentence)
    .map((sentence) => {
      const own = ownCountIn(sentence, tokens);
      const filled = own ? { ...tokens, ownCount: own.join('; ') } : tokens;
      const written = new Set([
        ...(fillSentence(sentence, filled, () => '').match(/\b20\d\d\b/g) ?? []),
        ...(own ?? []),
      ]);
      return fillSentence(sentence, filled, (beside) => {
        if (written.has(beside)) return '';
        written.add(beside);
        return ` (${beside})`;
      });
    })
    .join('');
}

/** @returns the same of a figure that stands alone, with whose it is as a sentence of its own, if that is said. */
export function fillApart(text: string, tokens: TokenValues): { value: string; attribution: string | null } {
  const attributions: string[] = [];
  const value = fillSentence(text, tokens, (beside) => {
    attributions.push(beside);
    return '';
  });
  const attribution = attributions.join(', ');
  return { value, attribution: attribution ? attribution[0]?.toUpperCase() + attribution.slice(1) : null };
}

/** @returns what a sentence with `{{ownCount}}` says there of its results; undefined for a sentence without one of both. */
function ownCountIn(sentence: string, tokens: TokenValues): string[] | undefined {
  const names = [...sentence.matchAll(token)].map(([, name = '']) => name);
  if (!names.includes('ownCount')) return undefined;
  const own = names.flatMap((name) => {
    const shown = tokens[name];
    return typeof shown === 'object' && shown.isOwn && shown.attribution ? [shown.attribution] : [];
  });
  return own.length > 0 ? [...new Set(own)] : undefined;
}

/** @param say returns what follows an amount of a year, or a figure of somebody. */
function fillSentence(sentence: string, tokens: TokenValues, say: (beside: string) => string): string {
  return sentence.replace(token, (_all, name: string) => {
    const shown = tokens[name] ?? '';
    if (typeof shown === 'string') return shown;
    return (
      shown.value + [shown.year, shown.attribution].map((beside) => (beside ? say(beside) : '')).join('')
    );
  });
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

/** @returns a text node split so that its phone number and email address become links. */
function linkContact(node: Node, tokens: TokenValues): Node[] {
  if (typeof node.text !== 'string') return [node];
  const parts = node.text.split(/(\{\{\s*(?:phone|email)\s*\}\})/).filter((part) => part !== '');
  return parts.map((part) => {
    const text = { ...node, text: part };
    const shown = part.startsWith('{{') ? fillTokens(part, tokens) : '';
    if (!shown || !/^\{\{\s*(?:phone|email)\s*\}\}$/.test(part)) return text;
    const url = shown.includes('@') ? `mailto:${shown}` : phoneHref(shown);
    return { type: 'link', version: 3, fields: { linkType: 'custom', newTab: false, url }, children: [text] };
  });
}

function safeLink(fields: unknown): Record<string, unknown> {
  const link = (typeof fields === 'object' && fields ? fields : {}) as Record<string, unknown>;
  return { ...link, url: safeTarget(typeof link.url === 'string' ? link.url : '') };
}

/** @returns a safe link target; a harmful one such as `javascript:` becomes `#`. */
export function safeTarget(target: string): string {
  const url = target.trim();
  return /^(\/(?!\/)|#|https?:|mailto:|tel:)/i.test(url) ? url : '#';
}

/** @returns the URL fragment for a question or a word: lowercase letters, digits and hyphens. */
export function anchor(question: string): string {
  return question
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
