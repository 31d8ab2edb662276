import { noticesFor } from '@claimdesk/forms/define-intake';
import { intakes } from '@claimdesk/forms/intakes';
import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import { intakeFormOf } from '#web/app/public/intake/intake-forms.ts';
import { Notices } from '#web/app/public/intake/notices.tsx';
import { LetterLines } from '#web/app/public/intake/steps/prefilled-answers.tsx';
import { Confirmation } from './confirmation.tsx';

const callRequest = intakes.find(({ form }) => form === 'call-request');
if (!callRequest) throw new Error('There is a form to ask for a call.');
const notices = noticesFor(callRequest, { topic: 'appeal' });
const letter = { date: '2026-10-05', text: 'October 5, 2026', kept: false, passed: false };
const sent = {
  reference: 'K7QH-M9XA',
  title: 'Sent',
  text: 'We call you.',
  copy: null,
  notices: [],
  referral: null,
  appealBy: null,
};
const runs = 'Your deadline keeps running';
const helper = 'Find your appeal deadline';

test.each([
  [
    'with a request for a call about a denial',
    (isRepresented: boolean) => <Notices notices={notices} isRepresented={isRepresented} />,
    [runs, helper],
  ],
  [
    'with a letter',
    (isRepresented: boolean) => <LetterLines form="f" letter={letter} isRepresented={isRepresented} />,
    [runs],
  ],
  [
    'after an evaluation',
    (isRepresented: boolean) => (
      <Confirmation
        form={intakeFormOf('case-evaluation')}
        sent={{ ...sent, isRepresented }}
        level="h1"
        actions={null}
      />
    ),
    [helper],
  ],
])('only who is no client of ours reads that we do not represent them yet, %s', (_where, page, kept) => {
  const read = (isRepresented: boolean) => {
    const Page = createRoutesStub([{ path: '*', Component: () => page(isRepresented) }]);
    return renderToStaticMarkup(<Page />);
  };
  expect(read(false)).toContain('We do not represent you yet');
  expect(read(true)).not.toContain('We do not represent you');
  // What they have to do stays.
  for (const words of kept) expect(read(true)).toContain(words);
});
