import { type Connection, type Model, Schema } from 'mongoose';

/** A challenge whose solution was used. Stored until the challenge expires, against replay. */
export interface UsedChallenge {
  _id: string;
  /** The submission that it was used for: resending that one needs no new challenge. */
  by: string;
  expires_at: Date;
}

const schema = new Schema<UsedChallenge>(
  {
    _id: { type: String, required: true },
    by: { type: String, required: true },
    expires_at: { type: Date, required: true },
  },
  { collection: 'spent_challenges', strict: 'throw', versionKey: false },
).index({ expires_at: 1 }, { expireAfterSeconds: 0 });

export function usedChallengeModel(portal: Connection): Model<UsedChallenge> {
  return portal.models.UsedChallenge ?? portal.model<UsedChallenge>('UsedChallenge', schema);
}

export async function prepareUsedChallenges(portal: Connection): Promise<void> {
  const model = usedChallengeModel(portal);
  await model.createCollection();
  await model.createIndexes();
}
