interface AnchoredText {
  html: string;
  headings: { id: string; heading: string }[];
}

/** Fewer than this are found at a glance and need no list (as on the editors' pages). */
const listFrom = 4;

/**
 * @param html of an article, made by our own server: its second-level headings bear no attribute but a style.
 * @returns the same with an anchor on each of these headings, and the headings for a list of contents; no headings where
 * there are too few for one.
 */
export function anchorHeadings(html: string): AnchoredText {
  const headings: AnchoredText['headings'] = [];
  const anchored = html.replace(/<h2( [^>]*)?>(.*?)<\/h2>/gs, (_all, attributes = '', inner: string) => {
    const heading = plainText(inner);
    const id = `part-${headings.length + 1}`;
    headings.push({ id, heading });
    return `<h2 id="${id}"${attributes}>${inner}</h2>`;
  });
  return { html: anchored, headings: headings.length < listFrom ? [] : headings };
}

const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'" };

function plainText(html: string): string {
  return html.replace(/<[^>]+>/g, '').replace(/&(#?\w+);/g, (all, name: string) => characters[name] ?? all);
}
