import { type StateCode, stateCodes, states } from '@claimdesk/cms/states';
import type { Deps } from '#api/platform/deps.ts';
import { attorneyModel, orderIndex } from './attorney.model.ts';

export interface ListedState {
  code: StateCode;
  name: string;
  /** How many attorneys are listed there; at least one. */
  count: number;
}

/** @returns the states with listed attorneys, by name. Recounted when an attorney changes, from the index alone. */
export function readStates({ payload, content }: Pick<Deps, 'payload' | 'content'>): Promise<ListedState[]> {
  return content.remember('attorney states', ['attorneys'], async () => {
    const counts = await attorneyModel(payload)
      .aggregate<{ _id: string; count: number }>([
        { $match: { listed: true } },
        { $group: { _id: '$stateName', count: { $sum: 1 } } },
      ])
      .hint(orderIndex);
    const byName = new Map(counts.map(({ _id, count }) => [_id, count]));
    return stateCodes
      .map((code) => ({ code, name: states[code], count: byName.get(states[code]) ?? 0 }))
      .filter(({ count }) => count > 0);
  });
}
