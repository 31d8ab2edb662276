import { APIError, type CollectionBeforeDeleteHook, type PayloadRequest } from 'payload';

/** The collections that show or link to files, and what editors call one of their documents. */
const places = [
  { collection: 'pages', noun: 'page', title: 'title' },
  { collection: 'articles', noun: 'article', title: 'title' },
  { collection: 'faq', noun: 'question', title: 'question' },
] as const;

/** The collections of people with a photograph. */
const portraits = [
  { collection: 'attorneys', noun: 'attorney' },
  { collection: 'people', noun: 'person' },
] as const;

/** Refuses to delete a picture or file that a document shows or links to, be it public or a draft. */
export const keepUsedFiles: CollectionBeforeDeleteHook = async ({ id, req }) => {
  const { filename } = await req.payload.findByID({
    collection: 'media',
    id,
    depth: 0,
    select: { filename: true },
    req,
  });
  const users = await findUsers(String(id), filename ?? '', req);
  if (users.length === 0) return;
  throw new APIError(`It is used in ${users.join(', ')}. Take it out there first.`, 409, null, true);
};

/** Deleting is rare, so this reads every document with text, in its public and its newest version. */
async function findUsers(id: string, filename: string, req: PayloadRequest): Promise<string[]> {
  const users = new Set<string>();
  for (const { collection, noun } of portraits) {
    for (const draft of collection === 'people' ? [false, true] : [false]) {
      const where = { photo: { equals: id } };
      const { docs } = await req.payload.find({ collection, where, draft, depth: 0, limit: 5, req });
      for (const { name } of docs) users.add(`the ${noun} "${name || 'without a name'}"`);
    }
  }
  for (const { collection, noun, title } of places) {
    for (const draft of [false, true]) {
      const { docs } = await req.payload.find({ collection, draft, depth: 0, pagination: false, req });
      for (const doc of docs) {
        const stored = JSON.stringify(doc);
        if (!stored.includes(`"${id}"`) && !(filename && stored.includes(`/${filename}"`))) continue;
        users.add(`the ${noun} "${Reflect.get(doc, title) || 'without a title'}"`);
      }
    }
  }
  return [...users];
}
