import { findNodes, type RichText, readText } from './rich-text.ts';

/** The title of the page is its only first-level heading, so the text below it begins at level 2. */
export const titleLevel = 1;

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
