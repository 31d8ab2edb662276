import type { Answers } from '@claimdesk/forms/definition';
import { useState } from 'react';
import { useOutletContext } from 'react-router';
import { untitledMeta } from '#web/app/office/back-office.ts';
import { openFor, presentForm } from '#web/app/office/open-form.server.ts';
import { StaffDialog } from '#web/app/office/staff-dialog.tsx';
import { type Outputs, trpc } from '#web/app/trpc.ts';
import type { Route } from './+types/correct-dialog';
import { type Letter, letters, matterPath } from './addresses.ts';
import { CountedDays } from './counted-days.tsx';
import { answersOf, enteredFrom, letterIn, wholeFrom } from './entered.ts';

type Matter = Outputs['matters']['detail'];

/** All of them, since which one it is stands in the matter, which the dialog lies over. */
export function loader(page: Route.LoaderArgs) {
  return openFor(page, 'matters.correct', () => {
    const forms = Object.keys(letters).map(
      (name) => [name, presentForm(`letter-${name as Letter}`)] as const,
    );
    return { forms: Object.fromEntries(forms) as Record<Letter, ReturnType<typeof presentForm>> };
  });
}

export function meta() {
  return untitledMeta;
}

/** Corrects what was entered of a letter. The deadlines that it creates are shown before it is saved. */
export default function CorrectDialog({
  loaderData: { forms },
  params: { id, event: eventId },
}: Route.ComponentProps) {
  const { events } = useOutletContext<Matter>();
  const event = events.find((each) => each.id === eventId && each.isCurrent);
  const letter = event && letterIn(event);
  const [values] = useState<Answers>(() => (event ? answersOf(event) : {}));
  const [typed, setTyped] = useState<Answers>(values);
  const correct = trpc.matters.correct.useMutation();
  if (!letter)
    return (
      <StaffDialog under={matterPath(id)} title="Correct a letter">
        <p>Somebody has corrected or removed this letter in the meantime.</p>
      </StaffDialog>
    );
  return (
    <StaffDialog
      under={matterPath(id)}
      opener={eventId}
      title={`Correct: ${letters[letter].toLowerCase()}`}
      form={forms[letter]}
      values={values}
      onTyped={setTyped}
      save={async (answers, { key }) => {
        await correct.mutateAsync({ id, event: eventId, key, entered: enteredFrom(letter, answers) });
        return { title: 'Saved', text: 'The days are counted again.' };
      }}
      above={<CountedDays id={id} entered={wholeFrom(letter, typed)} />}
    >
      <p>
        What was entered stays in the history. A statutory deadline goes only with a second reviewer: then
        remove the letter, and enter the right one.
      </p>
    </StaffDialog>
  );
}
