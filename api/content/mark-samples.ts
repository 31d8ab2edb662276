import { createHash } from 'node:crypto';
import type { mongo } from 'mongoose';
import type { Migration } from '#api/platform/database/migrate.ts';
import seeded from './seeded-samples.json' with { type: 'json' };

/** The words of which `seeded-samples.json` has the fingerprints, in this order. */
const words = {
  attorneys: ['name', 'firm', 'email', 'phone', 'city', 'state', 'years_experience', 'specialties', 'bio'],
  testimonials: ['author', 'initials', 'location', 'quote'],
} as const;

/**
 * What earlier versions made up for a new installation had no mark. It gets one where nobody has changed a word of it,
 * and so does each of its versions, of which the editor shows the newest. Written past Payload, so that nothing has a new
 * revision, date or version. Only what has no mark is looked at, so it can be interrupted, and several sites may do it at
 * once.
 */
export const markSamples: Migration = {
  id: '2026-11-23-samples',
  async run({ portal, settings }) {
    const content = portal.useDb(settings.CMS_DATABASE, { useCache: true });
    const mark = async (name: string, kind: keyof typeof words, path: '' | 'version.') => {
      const collection = content.collection(name);
      const without = { [`${path}sample`]: { $exists: false } };
      for await (const stored of collection.find(without)) {
        const document: mongo.Document = path ? (stored.version ?? {}) : stored;
        if (!isSeeded(kind, document)) continue;
        // A save in the meantime wins.
        const unchanged = Object.fromEntries(words[kind].map((key) => [path + key, document[key]]));
        await collection.updateOne(
          { _id: stored._id, ...without, ...unchanged },
          { $set: { [`${path}sample`]: true } },
        );
      }
    };
    await mark('attorneys', 'attorneys', '');
    await mark('testimonials', 'testimonials', '');
    await mark('_testimonials_versions', 'testimonials', 'version.');
  },
};

function isSeeded(kind: keyof typeof words, document: mongo.Document): boolean {
  const text = JSON.stringify(words[kind].map((key) => document[key]));
  return seeded[kind].includes(createHash('sha256').update(text).digest('hex'));
}
