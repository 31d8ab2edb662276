import { makeTwoStep, type TwoStepChange } from '#api/accounts/two-step/make-two-step.ts';
import type { Deps } from '#api/platform/deps.ts';
import { changeAndTell } from './security-email.ts';
import { type Staff, staffCollection } from './staff.model.ts';

type Dependencies = Pick<Deps, 'portal' | 'keys' | 'readFirm'>;
type Owner = ReturnType<typeof ownerOf>;

/** Two-step sign-in to the back office. */
export const staffTwoStep = makeTwoStep({
  collection: staffCollection,
  issuer: 'Back office',
  changedMeanwhile: 'Two-step login was changed in the meantime. Look at your account.',
  changeAndTell: (
    { owner, change }: { owner: Owner; change: TwoStepChange },
    deps: Dependencies,
    work: Parameters<typeof changeAndTell>[2],
  ) => changeAndTell({ staffId: owner.id, change }, deps, work),
});

export function ownerOf({ _id, email = '' }: Pick<Staff, '_id' | 'email'>) {
  return { id: _id, email };
}
