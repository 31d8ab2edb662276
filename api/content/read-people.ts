import type { Deps } from '#api/platform/deps.ts';
import type { Colleague } from './page-blocks.ts';
import { presentPicture } from './present-picture.ts';

const maxPeople = 30;

/** @returns the published people who work at the firm, in the editors' order. */
export function readPeople({ payload, content }: Pick<Deps, 'payload' | 'content'>): Promise<Colleague[]> {
  return content.remember('people', ['peoples', 'media'], async () => {
    const { docs } = await payload.find({
      collection: 'people',
      where: { _status: { equals: 'published' } },
      sort: 'order',
      limit: maxPeople,
      pagination: false,
      depth: 1,
      overrideAccess: false,
    });
    return docs.map(({ name, role, photo, sample }, at) => ({
      name,
      role,
      photo: presentPicture(photo),
      drawing: sample && !photo ? ((at % 3) as 0 | 1 | 2) : null,
    }));
  });
}
