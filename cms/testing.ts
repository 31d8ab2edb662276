import { randomUUID } from 'node:crypto';
import { getPayload, type Payload } from 'payload';
import type { Article, Page, User } from './payload-types.ts';

/**
 * Starts the CMS on an empty database of its own, named after `CMS_DATABASE`, on the MongoDB that the test run
 * provides. The settings are read once per process, so the name is set before the configuration is loaded.
 */
export async function openCms(): Promise<Payload> {
  process.env.CMS_DATABASE = `${process.env.CMS_DATABASE ?? 'cms-test'}-${randomUUID().slice(0, 8)}`;
  const { default: config } = await import('./payload.config.ts');
  return getPayload({ config, key: process.env.CMS_DATABASE });
}

/** Removes the database that `openCms` made and closes the connection. */
export async function closeCms(cms: Payload): Promise<void> {
  await cms.db.connection.dropDatabase();
  await cms.destroy();
}

type Person = { role: User['role']; email?: string };

/** Adds a person and answers it the way Payload sees the author of a request. */
export async function addPerson(cms: Payload, { role, email = `${randomUUID()}@example.org` }: Person) {
  const person = await cms.create({
    collection: 'users',
    data: { email, role, name: 'Robin Example', password: randomUUID() },
  });
  return { ...person, collection: 'users' as const };
}

/** A body whose nodes are given, such as `paragraph('Words')`. */
export function body(...children: object[]): Article['body'] {
  return {
    root: { type: 'root', version: 1, direction: 'ltr', format: '', indent: 0, children: children as never },
  };
}

export function paragraph(words: string, ...more: object[]): object {
  return { ...block('paragraph'), textFormat: 0, children: [text(words), ...more] };
}

export function heading(tag: 'h2' | 'h3' | 'h4', words: string): object {
  return { ...block('heading'), tag, children: words ? [text(words)] : [] };
}

export function link(url: string, words: string): object {
  return {
    ...block('link'),
    id: randomUUID(),
    fields: { linkType: 'custom', newTab: false, url },
    children: words ? [text(words)] : [],
  };
}

export function picture(id: string): object {
  return {
    type: 'upload',
    version: 3,
    format: '',
    id: randomUUID(),
    relationTo: 'media',
    value: id,
    fields: {},
  };
}

function text(words: string): object {
  return { type: 'text', version: 1, detail: 0, format: 0, mode: 'normal', style: '', text: words };
}

function block(type: string) {
  return { type, version: 1, direction: 'ltr', format: '', indent: 0 };
}

/** Answers an article that passes every check; `over` replaces single fields. */
export function goodArticle(over: Partial<Article> = {}) {
  return {
    title: 'How to appeal',
    description: 'What to do after a denial.',
    date: '2024-05-01T12:00:00.000Z',
    body: body(heading('h2', 'First step'), paragraph('Call {{phone}}.')),
    ...over,
  };
}

/** Answers a page that passes every check; `over` replaces single fields. */
export function goodPage(over: Partial<Page> = {}) {
  return {
    title: 'Careers',
    lead: 'Work with us.',
    navLabel: 'Careers',
    blocks: [
      { blockType: 'richText' as const, heading: 'Write to us', text: body(paragraph('At {{email}}.')) },
    ],
    ...over,
  };
}
