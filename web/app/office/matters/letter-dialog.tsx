import type { Answers } from '@claimdesk/forms/definition';
import { easternToday } from '@claimdesk/forms/eastern-time';
import { useState } from 'react';
import { data, useOutletContext } from 'react-router';
import { untitledMeta } from '#web/app/office/back-office.ts';
import { openFor, presentForm } from '#web/app/office/open-form.server.ts';
import { StaffDialog } from '#web/app/office/staff-dialog.tsx';
import { type Outputs, trpc } from '#web/app/trpc.ts';
import type { Route } from './+types/letter-dialog';
import { type Letter, letters, matterPath } from './addresses.ts';
import { CountedDays, savedWords } from './counted-days.tsx';
import { enteredFrom, wholeFrom } from './entered.ts';

type Matter = Outputs['matters']['detail'];

export function loader(page: Route.LoaderArgs) {
  return openFor(page, 'matters.enter', () => {
    const { kind } = page.params;
    if (!Object.hasOwn(letters, kind)) throw data(null, { status: 404 });
    const letter = kind as Letter;
    return { letter, form: presentForm(`letter-${letter}`) };
  });
}

export function meta() {
  return untitledMeta;
}

/** What is known before anything is typed: what is decided is as a rule decided where the claim is. */
function startOf(letter: Letter, { level }: Matter): Answers {
  if (letter === 'decision') return level === 'court' ? {} : { level };
  return letter === 'hearing' || letter === 'exam' ? { zone: 'America/New_York' } : {};
}

/** Enters a letter. The deadlines that it creates are shown before it is saved. */
export default function LetterDialog({ loaderData: { letter, form }, params: { id } }: Route.ComponentProps) {
  const matter = useOutletContext<Matter>();
  const [values] = useState(() => startOf(letter, matter));
  const [typed, setTyped] = useState<Answers>(values);
  const enter = trpc.matters.enter.useMutation();
  return (
    <StaffDialog
      under={matterPath(id)}
      opener="letter"
      title={letters[letter]}
      form={form}
      values={values}
      onTyped={setTyped}
      save={async (answers, { key }) =>
        savedWords(
          await enter.mutateAsync({ id, key, entered: enteredFrom(letter, answers) }),
          easternToday(),
        )
      }
      above={<CountedDays id={id} entered={wholeFrom(letter, typed)} />}
    />
  );
}
