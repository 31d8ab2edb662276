import type { Answers } from '@claimdesk/forms/definition';
import { easternToday } from '@claimdesk/forms/eastern-time';
import { useState } from 'react';
import { useLocation, useOutletContext } from 'react-router';
import { untitledMeta } from '#web/app/office/back-office.ts';
import { openFor, presentForm } from '#web/app/office/open-form.server.ts';
import { StaffDialog } from '#web/app/office/staff-dialog.tsx';
import { type Outputs, trpc } from '#web/app/trpc.ts';
import type { Route } from './+types/entry-dialog';
import { matterPath } from './addresses.ts';
import { CountedDays, savedWords } from './counted-days.tsx';
import { answersAbout, filedFrom, wholeContact } from './entered.ts';

const words = {
  filed: { title: 'Something was done', form: 'filed' },
  task: { title: 'Add something to do', form: 'task' },
} as const;
type Verb = keyof typeof words;

function verbAt(path: string): Verb {
  return path.endsWith('/task') ? 'task' : 'filed';
}

export function loader(page: Route.LoaderArgs) {
  return openFor(page, 'matters.enter', () => ({
    form: presentForm(words[verbAt(page.url.pathname)].form),
  }));
}

export function meta() {
  return untitledMeta;
}

/** Enters what was filed, or what somebody has to do. */
export default function EntryDialog({ loaderData: { form }, params: { id } }: Route.ComponentProps) {
  const verb = verbAt(useLocation().pathname);
  const today = easternToday();
  const { benefits } = useOutletContext<Outputs['matters']['detail']>();
  const [typed, setTyped] = useState<Answers>({});
  const enter = trpc.matters.enter.useMutation();
  const contact = verb === 'filed' ? wholeContact(typed) : null;
  return (
    <StaffDialog
      under={matterPath(id)}
      opener={verb}
      title={words[verb].title}
      form={form}
      values={verb === 'filed' ? { day: today, ...answersAbout(benefits) } : {}}
      onTyped={setTyped}
      save={async (answers, { key }) => {
        const entered =
          verb === 'task'
            ? {
                kind: 'task' as const,
                day: today,
                what: String(answers.what ?? ''),
                dueOn: String(answers.due_on ?? ''),
                hard: answers.hard === true,
              }
            : filedFrom(answers);
        return savedWords(await enter.mutateAsync({ id, key, entered }), today);
      }}
      above={contact ? <CountedDays id={id} entered={contact} /> : null}
    />
  );
}
