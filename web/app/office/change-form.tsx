import { presentValue } from '@claimdesk/forms/answers';
import type { Answers } from '@claimdesk/forms/definition';
import { describeProblem } from '@claimdesk/forms/messages';
import { normalizeAnswers } from '@claimdesk/forms/normalize';
import { loadAnyStepValidator } from '@claimdesk/forms/staff-validator';
import type { RJSFSchema } from '@rjsf/utils';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useRevalidator } from 'react-router';
import { isRefusal, needsConfirmation, problemOf } from '#web/app/trpc.ts';
import { useShowToast } from '#web/app/ui/components/toast.tsx';
import type { ToastWords } from '#web/app/ui/components/toast-card.tsx';
import { ErrorSummary, type Problem } from '#web/app/ui/forms/error-summary.tsx';
import { targetOf } from '#web/app/ui/forms/field-ids.ts';
import { JsonForm } from '#web/app/ui/forms/json-form.tsx';
import { lazyValidator } from '#web/app/ui/forms/lazy-validator.ts';
import '#web/app/ui/forms/widgets.css';
import { confirmPath } from './back-office.ts';
import { forgetDraft, useDraft } from './drafts.ts';
import { focusAfter } from './list-dialog.tsx';
import type { FormParts } from './open-form.server.ts';
import { leaveForStaffLogin } from './staff-session.ts';

/** What the form was opened with. */
export interface Opened {
  /** Makes adding harmless to repeat. */
  key: string;
  /** Of what is changed; '' where it has none. After a conflict, that of what is stored now. */
  version: string;
}

interface Props<Result> {
  /** The title of the page; left out for a second form on it. */
  title?: string;
  /** The questions; left out where a button is all. */
  form?: FormParts;
  /** As stored. */
  values?: Answers;
  /** Left out where nobody else can have changed it meanwhile. */
  version?: string | number;
  /** How it is said that nothing was done. */
  failed?: { title: string; text: string };
  /** The button that saves. */
  button?: React.ReactNode;
  look?: 'danger' | 'secondary' | 'danger small' | 'secondary small' | undefined;
  /** One mutation. */
  save: (answers: Answers, opened: Opened) => Promise<Result>;
  onSaved: (result: Result) => void;
  /** Told of what is typed, as it would be saved, for what the page shows of it before that. */
  onTyped?: ((answers: Answers) => void) | undefined;
  /** What stands before the questions. */
  children?: React.ReactNode;
  /** What stands between the questions and the button. */
  above?: React.ReactNode;
  /** What stands beside the button. */
  beside?: React.ReactNode;
}

const plainFailure = {
  title: 'Nothing was changed',
  text: 'Something went wrong on our side. Please try again.',
};
const noValues: Answers = {};

/**
 * Draws every form of staff from its definition, and saves it with one mutation: says what has to be corrected, that
 * something failed, that a colleague was faster, that a confirmation is needed; and keeps what is typed in all of it. What
 * the page shows is read again after a change, and after a conflict.
 */
export function ChangeForm<Result>({
  title,
  form,
  values = noValues,
  version,
  failed,
  button = form?.submitLabel,
  look,
  save,
  onSaved,
  onTyped,
  children,
  above,
  beside,
}: Props<Result>) {
  const [first] = useState(values);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isRival, setRival] = useState(false);
  const [isConfirmed, setConfirmed] = useState(true);
  const [isPending, setPending] = useState(false);
  const [opened, setOpened] = useState<Opened>({ key: form?.key ?? '', version: String(version ?? '') });
  const typed = useRef(values);
  const { pathname, search } = useLocation();
  const { revalidate } = useRevalidator();
  const queries = useQueryClient();
  const showToast = useShowToast();
  const [isReady, setReady] = useState(false);
  const draft = useRef<HTMLInputElement>(null);
  useDraft(draft, (begun) => setOpened((before) => ({ ...before, ...begun })));
  const [validator] = useState(() =>
    lazyValidator(() => (form ? loadAnyStepValidator(form.name, form.step) : Promise.reject())),
  );
  // A button alone is ready before anybody can press Tab to get to it; fields wait for their rules.
  useLayoutEffect(() => {
    if (form) void validator.prepare().then(() => setReady(true));
    else setReady(true);
  }, [form, validator]);
  // The newest version, once it is read again after a conflict.
  useEffect(() => {
    if (isRival) setOpened((before) => ({ ...before, version: String(version ?? '') }));
  }, [isRival, version]);

  function show(found: Problem) {
    setProblem(found);
    const errors = Object.values(found.errors).join('. ');
    showToast({ kind: 'error', title: found.title, text: found.text || errors });
  }

  async function send() {
    if (isPending) return;
    setProblem(null);
    setPending(true);
    try {
      const answers = form ? normalizeAnswers({ schema: form.schema, ui: form }, typed.current) : noValues;
      const result = await save(answers, opened);
      forgetDraft(pathname);
      // First, so that a row that is gone does not get the focus back.
      await queries.invalidateQueries();
      onSaved(result);
    } catch (error) {
      if (isRefusal(error, 'signed-out')) return leaveForStaffLogin();
      // First, so that saving again is with what is stored now.
      if (isRefusal(error, 'conflict') || isRefusal(error, 'not-found'))
        await Promise.all([queries.invalidateQueries(), revalidate()]);
      setConfirmed(!needsConfirmation(error));
      setRival(isRefusal(error, 'conflict'));
      show({ ...problemOf(error, failed ?? form?.failed ?? plainFailure), values: typed.current });
    } finally {
      setPending(false);
    }
  }

  const foot = (
    <>
      {above}
      <input ref={draft} type="hidden" name="key" value={opened.key} />
      <input type="hidden" name="version" value={opened.version} />
      <p role="status">{isPending ? 'Saving…' : null}</p>
      <div className="button-row">
        {/* Where there is nothing to fill in, leaving comes first. */}
        {form ? null : beside}
        {button ? (
          // Before the script runs, a press would lose what is typed; before the rules are there, fields would get no words.
          <button type="submit" className={look ? `button ${look}` : 'button'} disabled={!isReady}>
            {button}
          </button>
        ) : null}
        {form ? beside : null}
      </div>
    </>
  );
  return (
    <>
      {title ? <title>{`${problem ? 'Error: ' : ''}${title} | Back office`}</title> : null}
      {problem ? (
        <ErrorSummary
          problem={problem}
          targetOf={(field) => targetOf(form?.name ?? '', form?.uiSchema ?? {}, field, problem.values)}
        />
      ) : null}
      {isConfirmed ? null : (
        <p>
          <a className="button secondary" href={confirmPath(pathname + search)}>
            Confirm that it is you
          </a>
        </p>
      )}
      {isRival && problem && form && version !== undefined ? (
        <Rival form={form} stored={values} typed={problem.values ?? {}} />
      ) : null}
      {children}
      {form ? (
        <JsonForm
          id={form.name}
          action=""
          schema={form.schema as RJSFSchema}
          uiSchema={form.uiSchema}
          validator={validator}
          values={first}
          errors={problem?.errors ?? {}}
          onChange={(answers) => {
            typed.current = answers;
            onTyped?.(normalizeAnswers({ schema: form.schema, ui: form }, answers));
          }}
          onInvalid={(errors, answers) =>
            show({
              title: failed?.title ?? describeProblem(form.invalid, errors, answers).title,
              text: '',
              errors,
              values: answers,
            })
          }
          onValid={() => void send()}
        >
          {foot}
        </JsonForm>
      ) : (
        <form
          method="post"
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
        >
          {foot}
        </form>
      )}
    </>
  );
}

/** A form on a page, which is read again after a change. */
export function PageForm({
  done,
  ...form
}: Omit<Props<unknown>, 'onSaved'> & { done?: ToastWords | undefined }) {
  const showToast = useShowToast();
  const { revalidate } = useRevalidator();
  return (
    <ChangeForm
      {...form}
      onSaved={async () => {
        if (done) showToast({ kind: 'success', ...done });
        await revalidate();
        // The button may be gone.
        focusAfter(undefined)?.focus();
      }}
    />
  );
}

/** What a colleague saved in the meantime, where it differs from what is typed here. */
function Rival({ form, stored, typed }: { form: FormParts; stored: Answers; typed: Answers }) {
  const title = useId();
  return (
    <section className="notice" aria-labelledby={title}>
      <h3 id={title}>What is stored now</h3>
      <dl className="record">
        {findDifferences(form, stored, typed).map(({ question, value }) => (
          <div key={question}>
            <dt>{question}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p>If you save again, what you typed replaces it.</p>
    </section>
  );
}

/** @returns what is stored, as people read it, where something else is typed. */
export function findDifferences(
  { schema, fields }: Pick<FormParts, 'schema' | 'fields'>,
  stored: Answers,
  typed: Answers,
): { question: string; value: string }[] {
  // Pages write some answers otherwise than they are stored, such as phone numbers.
  const [before, now] = [stored, typed].map((answers) =>
    normalizeAnswers({ schema, ui: { fields } }, answers),
  );
  return Object.entries(fields)
    .filter(([name]) => JSON.stringify(before?.[name]) !== JSON.stringify(now?.[name]))
    .map(([name, field]) => ({
      question: field.title,
      value: presentValue(field, before?.[name], 'staff') || 'Not given',
    }));
}
