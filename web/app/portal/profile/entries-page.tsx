import { type ChangeOutcome, type PendingEntry, usePending } from './change-form.tsx';
import { EntryList, listHeadingId } from './entry-list.tsx';
import { ProfileForm, ProfilePage, useProfileProblem } from './profile-page.tsx';
import type { loadEntries } from './profile-request.server.ts';
import { type Kind, pathOf } from './profile-words.ts';

interface Props {
  kind: Kind;
  title: string;
  /** What the entries are for, where the page says it. */
  introduction?: React.ReactNode;
  addHeading: string;
  heading: string;
  /** What it says when there are none. */
  empty: string;
  loaded: Awaited<ReturnType<typeof loadEntries>>;
  outcome: ChangeOutcome | undefined;
  /** The field of the consent that the cards switch; left out where there is none. */
  consent?: Parameters<typeof usePending>[2];
  /** @returns the name of an entry that is being added. */
  nameOf: (answers: Record<string, string>) => string;
  /** @param isOnly whether the list has no other. @returns the card of an entry. */
  card: (entry: PendingEntry, isOnly: boolean) => React.ReactNode;
}

/** A page with a list of one kind of entries, and a form that adds one. */
export function EntriesPage(props: Props) {
  const { kind, title, introduction, addHeading, heading, empty, loaded, outcome, consent, nameOf, card } =
    props;
  const { entries, form, isOpen, undo } = loaded;
  const returnTo = isOpen ? listHeadingId(kind) : null;
  const { problem, showProblem, posted } = useProfileProblem(outcome, isOpen ? form : null, returnTo);
  const pending = usePending(kind, entries, consent);
  const count = pending.filter(({ isGone }) => !isGone).length;
  return (
    <ProfilePage {...{ title, kind, problem, returnTo, undo, introduction }} form={kind}>
      {isOpen ? (
        <ProfileForm
          id={kind}
          heading={addHeading}
          form={form}
          action="add"
          posted={posted}
          problem={problem}
          showProblem={showProblem}
          closed={pathOf[kind]}
        />
      ) : null}
      <EntryList
        kind={kind}
        heading={heading}
        empty={empty}
        count={count}
        add={isOpen ? undefined : { label: 'Add New', to: '?add' }}
        nameOf={nameOf}
      >
        {pending.map((entry) => card(entry, count === 1))}
      </EntryList>
    </ProfilePage>
  );
}
