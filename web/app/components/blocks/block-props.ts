import type { PageBlock } from '../../content-types.ts';

/** What a block needs of its page: the kind that it shows, and the anchor of its heading. */
export interface BlockProps<Kind extends PageBlock['kind']> {
  block: Extract<PageBlock, { kind: Kind }>;
  id: string;
}
