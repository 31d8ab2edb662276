import type { Connection } from 'mongoose';
import { mattersCollection } from '#api/casework/matters/matter.model.ts';
import { submissionKinds } from '#api/casework/submission-kinds.ts';
import { type Attempt, attemptsCollection } from './attempt.model.ts';

/** Deletes the calls about submissions and matters that are gone. @returns how many. */
export async function purgeEndedAttempts({ portal }: { portal: Connection }): Promise<number> {
  let purged = 0;
  const submissions = Object.values(submissionKinds).map(({ name, collection }) => [name, collection.name]);
  for (const [kind, from] of [...submissions, ['matters', mattersCollection.name]]) {
    const ended = await attemptsCollection
      .rows<Attempt & { _id: string }>(portal)
      .aggregate<Pick<Attempt, 'record'>>([
        { $match: { kind } },
        { $group: { _id: '$record' } },
        {
          $lookup: {
            from,
            localField: '_id',
            foreignField: '_id',
            as: 'kept',
            pipeline: [{ $project: { _id: 1 } }],
          },
        },
        { $match: { kept: [] } },
        { $project: { _id: 0, record: '$_id' } },
      ])
      .toArray();
    const records = ended.map(({ record }) => record);
    if (records.length > 0) purged += await attemptsCollection.remove(portal, { record: { $in: records } });
  }
  return purged;
}
