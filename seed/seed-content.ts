import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { convertMarkdownToLexical, editorConfigFactory } from '@payloadcms/richtext-lexical';
import type { CollectionSlug, Payload, RichTextField } from 'payload';
import { parse } from 'yaml';
import { holdTo } from './read-yaml.ts';
import type { SeedDocument } from './seed-documents.ts';
import { sourcingShape, toSourcing } from './sourcing.ts';

interface Page {
  /** The file's name without its ending. */
  name: string;
  front: Record<string, string> & { sources?: unknown };
  body: string;
}

/** @returns every article of the seed, found by its web address. */
export async function readArticles(payload: Payload): Promise<SeedDocument[]> {
  const documents: SeedDocument[] = [];
  for (const { name: slug, front, body } of await readPages('articles')) {
    const { title = '', description = '', date = '', topic, illustration } = front;
    documents.push({
      collection: 'articles',
      name: `articles/${slug}`,
      where: { slug: { equals: slug } },
      data: {
        slug,
        title,
        description,
        date: new Date(date).toISOString(),
        ...(topic ? { topic } : {}),
        ...(illustration ? { illustration } : {}),
        ...toSourcing(holdTo(`articles/${slug}.md`, sourcingShape, front)),
        body: await toRichText(payload, 'articles', 'body', body),
      },
    });
  }
  return documents;
}

/** @returns every question of the seed, found by its words. */
export async function readFaq(payload: Payload): Promise<SeedDocument[]> {
  const documents: SeedDocument[] = [];
  for (const [index, { name, front, body }] of (await readPages('faq')).entries()) {
    const { question = '' } = front;
    const answer = await toRichText(payload, 'faq', 'answer', body);
    documents.push({
      collection: 'faq',
      name: `faq/${name}`,
      where: { question: { equals: question } },
      // Steps of ten leave room to put a new question between two others.
      data: { question, answer, order: (index + 1) * 10 },
    });
  }
  return documents;
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
  const { root } = convertMarkdownToLexical({ editorConfig, markdown: '' });
  const children = splitAtTables(markdown).flatMap((piece) =>
    'table' in piece
      ? [piece.table]
      : convertMarkdownToLexical({ editorConfig, markdown: piece.markdown.trim() }).root.children,
  );
  return { root: { ...root, children } } as never;
}

/** A piece of an article: Markdown that the editor of the CMS reads, or a table. */
type Piece = { markdown: string } | { table: object };

/** The caption on a line of its own, then the rows, the columns first. */
const tablePattern = /^Table: (.+)\n\n((?:\|.*\|(?:\n|$))+)/gm;

/**
 * Splits Markdown at its tables, which the CMS keeps as blocks of their own.
 *
 * @throws Error for a table without rows, or with a row that has another number of cells than there are columns.
 */
function splitAtTables(markdown: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const found of markdown.matchAll(tablePattern)) {
    pieces.push({ markdown: markdown.slice(from, found.index) });
    const [all, caption = '', lines = ''] = found;
    pieces.push({ table: toTable(caption, lines) });
    from = found.index + all.length;
  }
  return [...pieces, { markdown: markdown.slice(from) }];
}

function toTable(caption: string, lines: string): object {
  const [columns = [], , ...rows] = lines.trim().split('\n').map(cellsOf);
  if (rows.length === 0 || rows.some((cells) => cells.length !== columns.length)) {
    throw new Error(`The table "${caption}" has no rows, or a row with too few or too many cells.`);
  }
  return {
    type: 'block',
    version: 2,
    format: '',
    fields: {
      id: randomBytes(12).toString('hex'),
      blockName: '',
      blockType: 'table',
      caption,
      columns: columns.map((label) => ({ label })),
      rows: rows.map((cells) => ({ cells: cells.map((text) => ({ text })) })),
    },
  };
}

function cellsOf(line: string): string[] {
  return line
    .slice(1, line.lastIndexOf('|'))
    .split('|')
    .map((cell) => cell.trim());
}
