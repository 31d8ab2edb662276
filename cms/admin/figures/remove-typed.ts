import { $getSelection, $isRangeSelection, $isTextNode } from '@payloadcms/richtext-lexical/lexical';

/**
 * Removes what Payload's menu leaves of `/words` before the cursor: it removes as many characters as it had read when Enter was
 * pressed, and it reads later than it draws its options.
 */
export function $removeTyped(): void {
  const selection = $getSelection();
  if (!$isRangeSelection(selection) || !selection.isCollapsed()) return;
  const node = selection.anchor.getNode();
  if (!$isTextNode(node)) return;
  const before = node.getTextContent().slice(0, selection.anchor.offset);
  const [left] = before.match(/(?<=^|[\s(])\/[^\s/]*$/) ?? [];
  if (left) node.spliceText(before.length - left.length, left.length, '', true);
}
