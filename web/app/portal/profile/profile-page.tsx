import { addressLines } from '@claimdesk/forms/postal-address';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Link, useFetcher, useLocation, useNavigate, useNavigation } from 'react-router';
import { useLeaveQuestion } from '#web/app/portal/client-session.ts';
import { LatestSuccess, useShowToast } from '#web/app/ui/components/toast.tsx';
import { ErrorSummary, type Problem } from '#web/app/ui/forms/error-summary.tsx';
import { isTyped } from '#web/app/ui/forms/is-typed.ts';
import { PlainFields, plainFieldId } from '#web/app/ui/forms/plain-fields.tsx';
import { useLayoutData } from '#web/app/ui/pages/layout-data.ts';
import { offlineWords } from '#web/app/ui/sending/outcome.ts';
import { keepsTyped } from '#web/app/ui/session/session-kind.ts';
import { ChangeFields, type ChangeOutcome, UndoOutcome } from './change-form.tsx';
import { formHeadingId, useFormFocus } from './profile-focus.ts';
import type { FormParts } from './profile-request.server.ts';
import {
  type Entry,
  type EntryAction,
  failureOf,
  type Kind,
  pathOf,
  treatmentLines,
} from './profile-words.ts';

interface PageProps {
  title: string;
  /** What is kept here; of two kinds, the one that can be deleted most. */
  kind: Kind;
  problem: Problem | null;
  form: string;
  /** What gets the focus when the open form closes, as for `useProfileProblem`. */
  returnTo: string | null;
  /** The entry that was just deleted without script. */
  undo: { kind: Kind; id: string } | null;
  introduction?: React.ReactNode;
  children: React.ReactNode;
}

/** A page of the client's own details: its heading, the last problem, and the last change. */
export function ProfilePage({
  title,
  kind,
  problem,
  form,
  returnTo,
  undo,
  introduction,
  children,
}: PageProps) {
  useFormFocus(returnTo, problem !== null);
  const firm = useLayoutData();
  const name = [`${title}, Client Portal`, firm?.firmName].filter(Boolean).join(' | ');
  return (
    <>
      <title>{problem ? `Error: ${name}` : name}</title>
      {problem ? <ErrorSummary problem={problem} targetOf={(field) => plainFieldId(form, field)} /> : null}
      <h1>{title}</h1>
      {introduction}
      {problem ? null : <LatestSuccess />}
      {undo && !problem ? <UndoForm {...undo} /> : null}
      <UndoOutcome kind={kind} />
      {children}
    </>
  );
}

/** Restores a deleted entry without script; with script, a toast offers that. */
function UndoForm({ kind, id }: { kind: Kind; id: string }) {
  return (
    <form className="undo" method="post" action={pathOf[kind]}>
      <ChangeFields kind={kind} action="restore" id={id} />
      <button type="submit" className="button secondary">
        Undo the deletion
      </button>
    </form>
  );
}

/**
 * What was wrong with what was sent last: from the page's own action without script, or told by a form; or that what was
 * typed before the client was logged out is not saved yet.
 *
 * @param open the form that the page shows. @param returnTo the id of what gets the focus when it closes, which tells one
 * form from another; null while none is open.
 * @returns the problem, how to show another one, and the whole outcome that the page was drawn with.
 */
export function useProfileProblem(
  outcome: ChangeOutcome | undefined,
  open: FormParts | null,
  returnTo: string | null,
) {
  const posted = outcome?.kind === 'problems' ? outcome : (open?.kept ?? null);
  const [shown, setShown] = useState<{ returnTo: string | null; problem: Problem | null }>({
    returnTo,
    problem: posted,
  });
  // What was wrong with one form is forgotten when it closes or another one opens.
  if (shown.returnTo !== returnTo) setShown({ returnTo, problem: posted });
  const showProblem = useCallback(
    (problem: Problem | null) => setShown((before) => ({ ...before, problem })),
    [],
  );
  return { problem: shown.problem, showProblem, posted };
}

interface FormProps {
  id: string;
  heading: string;
  /** Whether it stands inside a card. */
  isInline?: boolean;
  form: FormParts;
  action: Extract<EntryAction, 'add' | 'change'>;
  /** The entry that is changed; left out to add one. */
  entry?: Entry | undefined;
  /** The facility that a treatment is added to; of one that is changed, itself, so that only its form gets back what was typed. */
  facility?: string;
  /** What was posted without script, and why it was refused. */
  posted: Extract<ChangeOutcome, { kind: 'problems' }> | null;
  problem: Problem | null;
  showProblem: (problem: Problem | null) => void;
  /** The page without the form. */
  closed: string;
  /** Whether it can be closed without saving. */
  mayCancel?: boolean;
}

/** Adds or changes an entry. Posts natively; with script it is sent without reloading the page, and keeps what was typed. */
export function ProfileForm({
  id,
  heading,
  isInline = false,
  form,
  action,
  entry,
  facility,
  posted,
  problem,
  showProblem,
  closed,
  mayCancel = true,
}: FormProps) {
  const fetcher = useFetcher<ChangeOutcome>();
  const { pathname, search } = useLocation();
  const { revision, rival } = useRevision(form.kind, entry, posted, fetcher.data);
  useFormOutcome(fetcher.data, { kind: form.kind, action, showProblem, closed });
  const [values] = useState(posted?.values ?? entry?.answers ?? {});
  const typed = useRef<HTMLFormElement>(null);
  const isDone = fetcher.data?.kind === 'done';
  // What was refused may be sent again at once, while the list is still read again.
  const isSending = fetcher.state === 'submitting' || (fetcher.state === 'loading' && isDone);
  useUnsavedQuestion(typed, isSending || isDone);
  const Heading = isInline ? 'h4' : 'h2';
  return (
    <section className={isInline ? 'inline-form' : undefined} aria-labelledby={formHeadingId}>
      <Heading id={formHeadingId} tabIndex={-1}>
        {heading}
      </Heading>
      <fetcher.Form
        ref={typed}
        className="form"
        method="post"
        action={pathname + search}
        noValidate
        {...keepsTyped}
        onSubmit={(event) => {
          // A second press would send it twice.
          if (isSending) event.preventDefault();
          else showProblem(null);
        }}
      >
        <ChangeFields
          kind={form.kind}
          action={action}
          id={entry?.id ?? ''}
          {...(action === 'change' && { revision })}
        />
        <input type="hidden" name="_owner" value={form.owner} />
        {action === 'add' ? <input type="hidden" name="_key" value={form.key} /> : null}
        {facility ? <input type="hidden" name="_facility" value={facility} /> : null}
        {rival}
        <PlainFields id={id} questions={form.questions} values={values} errors={problem?.errors ?? {}} />
        <div className="button-row">
          <button type="submit" className="button">
            {form.submitLabel}
          </button>
          {mayCancel ? (
            <Link to={closed} state={closesForm} className="button quiet">
              Cancel
            </Link>
          ) : null}
        </div>
        <p className="form-status" role="status">
          {fetcher.state === 'submitting' ? 'Saving…' : ''}
        </p>
      </fetcher.Form>
    </section>
  );
}

/**
 * A form names the revision that it was opened with. Only after a conflict, which shows what is stored, does it name the
 * newer one, so that saving again replaces it knowingly.
 */
function useRevision(
  kind: Kind,
  entry: Entry | undefined,
  posted: FormProps['posted'],
  sent: ChangeOutcome | undefined,
): { revision: number; rival: React.ReactNode } {
  const stored = entry?.revision ?? 0;
  const [opened] = useState(posted && !posted.isConflict ? posted.revision : stored);
  const outcome = sent?.kind === 'problems' ? sent : posted;
  if (!entry || !outcome?.isConflict) return { revision: opened, rival: null };
  return { revision: stored, rival: <Stored kind={kind} entry={entry} /> };
}

/** What was saved from elsewhere in the meantime. */
function Stored({ kind, entry: { answers } }: { kind: Kind; entry: Entry }) {
  const lines = kind === 'medical-treatment' ? treatmentLines(answers) : addressLines(answers);
  return (
    <section className="notice warn" aria-labelledby="stored">
      <h3 id="stored">What is stored now</h3>
      <p className="lines">{lines.join('\n')}</p>
      <p>What you typed is still below. If you save again, it replaces what is stored.</p>
    </section>
  );
}

function useFormOutcome(
  outcome: ChangeOutcome | undefined,
  {
    kind,
    action,
    showProblem,
    closed,
  }: { kind: Kind; action: EntryAction } & Pick<FormProps, 'showProblem' | 'closed'>,
): void {
  const showToast = useShowToast();
  const navigate = useNavigate();
  const { state } = useNavigation();
  const leaves = useRef(false);
  const reported = useRef<ChangeOutcome>(undefined);
  const hideError = useRef<() => void>(undefined);
  // An error of this form means nothing once the form is gone.
  useEffect(() => () => hideError.current?.(), []);
  useEffect(() => {
    leaves.current = state !== 'idle';
  }, [state]);
  useEffect(() => {
    // An add form becomes a change form when another window was faster; then it has already reported the result.
    if (!outcome || outcome === reported.current) return;
    reported.current = outcome;
    if (outcome.kind === 'done') {
      showToast(outcome.toast);
      // If the client has followed a link in the meantime, don't take them back to the list.
      if (!leaves.current) void navigate(closed, { replace: true, state: closesForm });
      return;
    }
    const problem = toProblem(outcome, failureOf(kind, action));
    showProblem(problem);
    hideError.current = showToast({ kind: 'error', title: problem.title, text: problem.text });
  }, [outcome, kind, action, showProblem, closed, showToast, navigate]);
}

function toProblem(outcome: Exclude<ChangeOutcome, { kind: 'done' }>, title: string): Problem {
  if (outcome.kind === 'problems') return outcome;
  if (outcome.kind === 'offline') return { ...offlineWords, errors: {} };
  return { title, text: 'Please try again, or call us.', errors: {} };
}

/** The state of a navigation that closes a form on purpose: by Cancel, or because it was saved. */
const closesForm = { closesForm: true };

/**
 * Asks before what was typed into a form is dropped, by another page or another form of this one. Log Out and the end of
 * the session, which keeps what was typed, are never held up.
 *
 * @param isSaved whether the form is being saved, or was.
 */
function useUnsavedQuestion(form: React.RefObject<HTMLFormElement | null>, isSaved: boolean): void {
  useLeaveQuestion({
    question: 'What you typed is not saved yet. Leave without saving it?',
    mayLogOut: true,
    wouldLose(navigation) {
      if (isSaved || form.current === null || !isTyped(form.current)) return false;
      // The end of the session posts the form with this field.
      if (!navigation) return !form.current.elements.namedItem('_ends');
      const { currentLocation, nextLocation, historyAction } = navigation;
      const isSamePage =
        nextLocation.pathname === currentLocation.pathname && nextLocation.search === currentLocation.search;
      const isMeant = historyAction !== 'POP' && nextLocation.state?.closesForm === true;
      return !isSamePage && !isMeant;
    },
  });
}
