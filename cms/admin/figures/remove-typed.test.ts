import {
  $createParagraphNode,
  $createTextNode,
  $getRoot,
  createEditor,
} from '@payloadcms/richtext-lexical/lexical';
import { expect, it } from 'vitest';
import { $removeTyped } from './remove-typed.ts';

/** @returns the text that stays when a figure is chosen while the cursor stands at `|`. */
function afterChoosing(text: string): string {
  const [before = '', after = ''] = text.split('|');
  let left = '';
  createEditor().update(() => {
    const node = $createTextNode(before + after);
    $getRoot().append($createParagraphNode().append(node));
    node.select(before.length, before.length);
    $removeTyped();
    left = $getRoot().getTextContent();
  });
  return left;
}

it.each([
  ['About /ss|', 'About '],
  ['/|', ''],
  ['About (/ss| and more', 'About ( and more'],
  ['About |', 'About '],
  ['and/or|', 'and/or'],
  ['12/31/2026 |', '12/31/2026 '],
  ['/first and |', '/first and '],
])('a chosen figure takes the place of all that was typed behind the slash: %s', (typed, left) => {
  expect(afterChoosing(typed)).toBe(left);
});
