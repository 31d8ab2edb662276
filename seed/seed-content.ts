import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { convertMarkdownToLexical, editorConfigFactory } from '@payloadcms/richtext-lexical';
import type { CollectionSlug, Payload, RichTextField } from 'payload';
import { parse } from 'yaml';

interface Page {
  /** The file's name without its ending. */
  name: string;
  front: Record<string, string>;
  body: string;
}

/** Articles and pages link to each other, so none could be the first. A test follows every link of the whole seed. */
const linksAreCheckedLater = { linksAreCheckedLater: true };

/** @returns how many articles were added; one whose web address exists, published or not, is left alone. */
export async function seedArticles(payload: Payload): Promise<number> {
  let added = 0;
  for (const { name: slug, front, body } of await readPages('articles')) {
    const { totalDocs } = await payload.count({ collection: 'articles', where: { slug: { equals: slug } } });
    if (totalDocs > 0) continue;
    const { title = '', description = '', date = '' } = front;
    const text = await toRichText(payload, 'articles', 'body', body);
    await payload.create({
      collection: 'articles',
      data: {
        slug,
        title,
        description,
        date: new Date(date).toISOString(),
        body: text,
        _status: 'published',
      },
      context: linksAreCheckedLater,
    });
    added += 1;
  }
  return added;
}

/** @returns how many questions were added. */
export async function seedFaq(payload: Payload): Promise<number> {
  let added = 0;
  for (const [index, { front, body }] of (await readPages('faq')).entries()) {
    const { question = '' } = front;
    const { totalDocs } = await payload.count({
      collection: 'faq',
      where: { question: { equals: question } },
    });
    if (totalDocs > 0) continue;
    const answer = await toRichText(payload, 'faq', 'answer', body);
    // Steps of ten leave room to put a new question between two others.
    await payload.create({
      collection: 'faq',
      data: { question, answer, order: (index + 1) * 10, _status: 'published' },
      context: linksAreCheckedLater,
    });
    added += 1;
  }
  return added;
}

/** Reads Markdown files with front matter, in the order of their names. */
async function readPages(folder: string): Promise<Page[]> {
  const path = join(import.meta.dirname, folder);
  const files = (await readdir(path)).filter((file) => file.endsWith('.md')).sort();
  return Promise.all(
    files.map(async (file) => {
      const [, front = '', body = ''] =
        /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(await readFile(join(path, file), 'utf8')) ?? [];
      return { name: file.slice(0, -3), front: parse(front, { schema: 'failsafe' }), body: body.trim() };
    }),
  );
}

/** Converts with the editor of the field itself, so that the seed holds nothing that an editor could not write. */
async function toRichText(payload: Payload, collection: CollectionSlug, name: string, markdown: string) {
  const field = payload.collections[collection].config.flattenedFields.find(
    (each) => 'name' in each && each.name === name,
  );
  const editorConfig = editorConfigFactory.fromField({ field: field as RichTextField });
  return convertMarkdownToLexical({ editorConfig, markdown }) as never;
}
