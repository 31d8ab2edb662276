import { defineCollection } from '#api/platform/database/collection.ts';

/** A challenge whose solution was used. Stored until the challenge expires, against replay. */
export interface UsedChallenge {
  _id: string;
  /** The submission that it was used for: resending that one needs no new challenge. */
  by: string;
  expires_at: Date;
}

export const usedChallengesCollection = defineCollection<UsedChallenge>({
  name: 'spent_challenges',
  fields: {
    _id: { type: String, required: true },
    by: { type: String, required: true },
    expires_at: { type: Date, required: true },
  },
  indexes: [[{ expires_at: 1 }, { expireAfterSeconds: 0 }]],
});
