import type { Payload } from 'payload';
import { pageShape } from './page-shape.ts';
import { namesIn, readYaml } from './read-yaml.ts';
import { makeBlockConverter } from './to-block.ts';

/**
 * @param only takes the slugs of the pages to add; without it, all of the seed's.
 * @returns how many pages were added; one whose web address exists, published or not, is left alone.
 * @throws Error that names the file with what is wrong in it.
 */
export async function seedPages(
  payload: Payload,
  only: (slug: string) => boolean = () => true,
): Promise<number> {
  const toBlock = makeBlockConverter(payload);
  let added = 0;
  for (const name of (await namesIn('pages')).filter(only)) {
    const file = `pages/${name}.yaml`;
    const { metaTitle, metaDescription, blocks, ...texts } = await readYaml(file, pageShape);
    const { slug } = texts;
    if (slug !== name) throw new Error(`seed/${file} has the slug ${slug}: both must be the same.`);
    const { totalDocs } = await payload.count({ collection: 'pages', where: { slug: { equals: slug } } });
    if (totalDocs > 0) continue;
    try {
      const parts = [];
      for (const block of blocks) parts.push(await toBlock(block));
      const meta = { title: metaTitle, description: metaDescription };
      await payload.create({
        collection: 'pages',
        data: { ...texts, meta, blocks: parts, _status: 'published' },
        // Pages link to each other, so none could be the first. A test follows every link of the whole seed.
        context: { linksAreCheckedLater: true },
      });
    } catch (error) {
      throw new Error(`seed/${file} can't be published. ${reasons(error)}`, { cause: error });
    }
    added += 1;
  }
  return added;
}

/** @returns every sentence that the CMS has against a document, with the field it belongs to. */
function reasons(error: unknown): string {
  const { data, message } = error as {
    data?: { errors?: { path: string; message: string }[] };
    message: string;
  };
  return data?.errors?.map((fault) => `${fault.path}: ${fault.message}`).join('; ') ?? message;
}
