import { isStateCode, type StateCode, states } from '@claimdesk/cms/states';
import type { Deps } from '../connect.ts';
import { attorneyModel, orderIndex } from './attorney.model.ts';

export interface ListedState {
  code: StateCode;
  name: string;
  /** How many attorneys are listed there; at least one. */
  count: number;
}

/** @returns the states that have listed attorneys, by name. Counted anew when an attorney changes, from the index alone. */
export function readStates({ payload, content }: Pick<Deps, 'payload' | 'content'>): Promise<ListedState[]> {
  return content.remember('attorney states', ['attorneys'], async () => {
    const counts = await attorneyModel(payload)
      .aggregate<{ _id: string; count: number }>([
        { $match: { listed: true } },
        { $group: { _id: '$stateName', count: { $sum: 1 } } },
        { $sort: { _id: 1 } },
      ])
      .hint(orderIndex);
    return counts.flatMap(({ _id: name, count }) => {
      const code = Object.keys(states).find((each) => isStateCode(each) && states[each] === name);
      return code && isStateCode(code) ? [{ code, name, count }] : [];
    });
  });
}
