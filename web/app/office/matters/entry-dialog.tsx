import { easternToday } from '@claimdesk/forms/eastern-time';
import { useLocation } from 'react-router';
import { untitledMeta } from '#web/app/office/back-office.ts';
import { openFor, presentForm } from '#web/app/office/open-form.server.ts';
import { StaffDialog } from '#web/app/office/staff-dialog.tsx';
import { type Inputs, trpc } from '#web/app/trpc.ts';
import type { Route } from './+types/entry-dialog';
import { matterPath } from './addresses.ts';
import { savedWords } from './counted-days.tsx';

type Entered = Inputs['matters']['enter']['entered'];

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
  const enter = trpc.matters.enter.useMutation();
  return (
    <StaffDialog
      under={matterPath(id)}
      opener={verb}
      title={words[verb].title}
      form={form}
      values={verb === 'filed' ? { day: today } : {}}
      save={async (answers, { key }) => {
        const what = String(answers.what ?? '');
        const entered = (
          verb === 'task'
            ? { kind: 'task', day: today, what, dueOn: answers.due_on, hard: answers.hard === true }
            : filedAs(what, String(answers.day ?? ''))
        ) as Entered;
        return savedWords(await enter.mutateAsync({ id, key, entered }), today);
      }}
    />
  );
}

/** The levels among the answers are appeals, which are decided there. */
function filedAs(what: string, day: string) {
  if (what === 'closed') return { kind: 'closed', day };
  if (what === 'withdrawn') return { kind: 'closed', day, outcome: 'withdrawn' };
  return ['reconsideration', 'hearing', 'council', 'court'].includes(what)
    ? { kind: 'appeal filed', day, level: what }
    : { kind: what, day };
}
