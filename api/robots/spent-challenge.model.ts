import { type Connection, type Model, Schema } from 'mongoose';

/** A challenge that was solved and used. It is remembered until it would have been over anyway. */
export interface SpentChallenge {
  _id: string;
  /** The submission that it was used for: sending the same thing again needs no other one. */
  by: string;
  expires_at: Date;
}

const schema = new Schema<SpentChallenge>(
  {
    _id: { type: String, required: true },
    by: { type: String, required: true },
    expires_at: { type: Date, required: true },
  },
  { collection: 'spent_challenges', strict: 'throw', versionKey: false },
).index({ expires_at: 1 }, { expireAfterSeconds: 0 });

export function spentChallengeModel(portal: Connection): Model<SpentChallenge> {
  return portal.models.SpentChallenge ?? portal.model<SpentChallenge>('SpentChallenge', schema);
}

export async function prepareSpentChallenges(portal: Connection): Promise<void> {
  const model = spentChallengeModel(portal);
  await model.createCollection();
  await model.createIndexes();
}
