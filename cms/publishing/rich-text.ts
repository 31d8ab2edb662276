/** The parts of a Lexical node that the publishing checks look at. */
export type RichTextNode = {
  type: string;
  tag?: string;
  text?: string;
  value?: unknown;
  fields?: { url?: string | null };
  children?: RichTextNode[];
};

/** What a rich-text field stores. */
export type RichText = { root: RichTextNode };

/** All nodes of the given types, in reading order. */
export function findNodes(body: RichText, ...types: string[]): RichTextNode[] {
  const found: RichTextNode[] = [];
  const visit = (node: RichTextNode): void => {
    if (types.includes(node.type)) found.push(node);
    node.children?.forEach(visit);
  };
  visit(body.root);
  return found;
}

/** The text inside a node, joined without separators. */
export function readText(node: RichTextNode): string {
  return (node.text ?? '') + (node.children ?? []).map(readText).join('');
}
