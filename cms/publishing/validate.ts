import type { RichTextFieldValidation, TextareaFieldValidation, TextFieldSingleValidation } from 'payload';
import { richText, text, textarea } from 'payload/shared';
import { findTokenFault } from '../tokens.ts';
import { checkHeadings, titleLevel } from './check-headings.ts';
import { checkImages } from './check-images.ts';
import { checkLinks } from './check-links.ts';
import { checkTokens } from './check-tokens.ts';
import type { RichText } from './rich-text.ts';

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
