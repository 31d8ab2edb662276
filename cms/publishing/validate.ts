import type {
  PayloadRequest,
  RichTextFieldValidation,
  TextareaFieldValidation,
  TextFieldSingleValidation,
} from 'payload';
import { richText, text, textarea } from 'payload/shared';
import { findTargetFault, type LinkContext } from '../addresses/find-target-fault.ts';
import { findTokenFault } from '../tokens.ts';
import { findNodes, type RichText, readText } from './rich-text.ts';
import { queueInTransaction } from './transaction-queue.ts';

/** The title of the page is its only first-level heading, so the text below it begins at level 2. */
const titleLevel = 1;

/**
 * Checks everything that publishing a text requires. Payload skips field validation while a draft is saved,
 * so these rules block publishing and never writing. Our messages come before those of the rich-text editor.
 *
 * @param levelAbove the level of the heading above the text.
 */
export async function validateRichText(
  value: Parameters<RichTextFieldValidation>[0],
  options: Parameters<RichTextFieldValidation>[1],
  levelAbove = titleLevel,
): Promise<true | string> {
  if (isRichText(value)) {
    const fault =
      checkHeadings(value, levelAbove) ??
      (await checkLinks(value, options)) ??
      checkTokens(value) ??
      (await checkImages(value, options.req));
    if (fault) return fault;
  }
  return richText(value, options);
}

function isRichText(value: object | null | undefined): value is RichText {
  return Boolean(value && 'root' in value);
}

/** A line of text whose tokens must be known when it is published. */
export const validateText: TextFieldSingleValidation = (value, options) =>
  findTokenFault(value ?? '') ?? (text(value, options as Parameters<typeof text>[1]) as true | string);

/** A paragraph whose tokens must be known when it is published. */
export const validateTextarea: TextareaFieldValidation = (value, options) =>
  findTokenFault(value ?? '') ?? textarea(value, options);

/**
 * Screen-reader users navigate by headings: none may be empty and no level may be skipped on the way down.
 *
 * @param levelAbove the level of the heading above the text: the title's, unless it is part of a page.
 * @returns a sentence for the editor; undefined if the headings are in order.
 */
export function checkHeadings(body: RichText, levelAbove = titleLevel): string | undefined {
  let above = levelAbove;
  for (const heading of findNodes(body, 'heading')) {
    const words = readText(heading).trim();
    const level = Number(heading.tag?.slice(1));
    if (!words) return 'A heading has no words. Write it or remove it.';
    if (level > above + 1) {
      return `The heading "${words}" is at level ${level}, but the one before it is at level ${above}. Make it level ${above + 1}.`;
    }
    above = level;
  }
  return undefined;
}

/**
 * Every picture in the text must still exist and have a description, or be marked as decoration.
 *
 * @returns a sentence for the editor; undefined if all pictures are valid.
 */
async function checkImages(body: RichText, req: PayloadRequest): Promise<string | undefined> {
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
