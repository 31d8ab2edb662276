import type { Payload } from 'payload';
import { pageShape } from './page-shape.ts';
import { namesIn, readYaml } from './read-yaml.ts';
import type { SeedDocument } from './seed-documents.ts';
import { toSourcing } from './sourcing.ts';
import { makeBlockConverter } from './to-block.ts';

/**
 * Links to articles are kept by their ids, so the articles have to be there first.
 *
 * @param only takes the slugs of the pages to read; without it, all of the seed's.
 * @returns pages of the seed, found by their web address.
 * @throws Error that names the file with what is wrong in it.
 */
export async function readPages(
  payload: Payload,
  only: (slug: string) => boolean = () => true,
): Promise<SeedDocument[]> {
  const toBlock = makeBlockConverter(payload);
  const documents: SeedDocument[] = [];
  for (const name of (await namesIn('pages')).filter(only)) {
    const file = `pages/${name}.yaml`;
    const {
      metaTitle,
      metaDescription,
      blocks: parts,
      sources,
      nextReview,
      ...texts
    } = await readYaml(file, pageShape);
    const { slug } = texts;
    if (slug !== name) throw new Error(`seed/${file} has the slug ${slug}: both must be the same.`);
    const blocks = [];
    for (const part of parts) blocks.push(await toBlock(part));
    const meta = { title: metaTitle, description: metaDescription };
    documents.push({
      collection: 'pages',
      name: `pages/${slug}`,
      where: { slug: { equals: slug } },
      data: { ...texts, meta, blocks, ...toSourcing({ sources, nextReview }) },
    });
  }
  return documents;
}
