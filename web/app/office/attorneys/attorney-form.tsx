import { loadStepValidator } from '@claimdesk/forms/browser-validator';
import type { Answers } from '@claimdesk/forms/definition';
import { describeProblem } from '@claimdesk/forms/messages';
import { normalizePhone } from '@claimdesk/forms/phone';
import type { RJSFSchema } from '@rjsf/utils';
import { useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { forgetDraft, readDraft } from '#web/app/office/drafts.ts';
import { CloseLink, focusAfter } from '#web/app/office/list-dialog.tsx';
import { StaffTokenField } from '#web/app/office/staff-form.tsx';
import { leaveForStaffLogin } from '#web/app/office/staff-session.ts';
import { isRefusal, type Outputs, problemOf, trpc } from '#web/app/trpc.ts';
import { Dialog } from '#web/app/ui/components/dialog.tsx';
import { useShowToast } from '#web/app/ui/components/toast.tsx';
import { ErrorSummary, type Problem } from '#web/app/ui/forms/error-summary.tsx';
import { targetOf } from '#web/app/ui/forms/field-ids.ts';
import { JsonForm } from '#web/app/ui/forms/json-form.tsx';
import { lazyValidator } from '#web/app/ui/forms/lazy-validator.ts';
import '#web/app/ui/forms/widgets.css';
import { editPath, listPath, newPath } from './addresses.ts';
import type { NotSaved, presentForm } from './attorney-form.server.ts';

type Attorney = Outputs['directory']['detail'];
type FormParts = ReturnType<typeof presentForm>;

interface Props {
  /** Of the attorney in the address; undefined for a new one. */
  id: string | undefined;
  /** As stored when the page was made; null for a new attorney, or one who was deleted. */
  attorney: Attorney | null;
  form: FormParts;
  /** Why the form, posted without script, was not saved. */
  notSaved: NotSaved | undefined;
  close(): void;
  onSaved(notice: 'attorney-added' | 'attorney-updated'): void;
}

/** The dialog to add or edit an attorney. Posts natively; with script it is checked first and goes over /trpc. */
export function AttorneyForm({ id, attorney, form, notSaved, close: closeDialog, onSaved }: Props) {
  const { pathname, search } = useLocation();
  /** Closing gives up what was typed, which Esc warns of. */
  function close() {
    forgetDraft(pathname);
    closeDialog();
  }
  const title = useId();
  const saving = useSaving({ id, attorney, form, notSaved, onSaved });
  const { problem, version, rival, save, tell } = saving;
  const [values] = useState(notSaved?.answers ?? attorney?.answers ?? {});
  const typed = useRef<Answers>(values);
  const [validator] = useState(() => lazyValidator(() => loadStepValidator('attorney', form.step)));
  useEffect(() => void validator.prepare(), [validator]);
  const heading = version === null ? 'Add Attorney' : 'Edit Attorney';
  return (
    <Dialog
      labelledBy={title}
      onClose={close}
      hasTyped={notSaved !== undefined}
      focusAfter={() => focusAfter(id)}
    >
      <title>{`${problem ? 'Error: ' : ''}${heading} | Back office`}</title>
      <h2 id={title} tabIndex={-1} data-autofocus>
        {heading}
      </h2>
      {problem ? (
        <ErrorSummary
          problem={problem}
          targetOf={(field) => targetOf('attorney', form.uiSchema, field, problem.values)}
        />
      ) : null}
      {rival && problem ? <Rival form={form} stored={rival.answers} typed={problem.values ?? {}} /> : null}
      {id !== undefined && version === null ? (
        <p className="notice">The entry was deleted. Save to add what is typed here as a new attorney.</p>
      ) : null}
      {attorney && !attorney.listed ? (
        <p className="notice">Not listed: the public directory does not show this attorney.</p>
      ) : null}
      <JsonForm
        id="attorney"
        action={(id === undefined || version === null ? newPath : editPath(id)) + search}
        schema={form.schema as RJSFSchema}
        uiSchema={form.uiSchema}
        validator={validator}
        values={values}
        errors={problem?.errors ?? {}}
        onChange={(answers) => {
          typed.current = answers;
        }}
        onInvalid={(errors, answers) =>
          tell({ ...describeProblem(form.invalid, errors, answers), errors, values: answers })
        }
        onValid={() => save(typed.current)}
      >
        <StaffTokenField />
        <input type="hidden" name="key" value={saving.key} />
        {version === null ? null : <input type="hidden" name="version" value={version} />}
        <p role="status">{saving.isPending ? 'Saving…' : null}</p>
        <div className="record-actions">
          <div className="button-row">
            <button type="submit" className="button">
              {form.submitLabel}
            </button>
            <CloseLink listPath={listPath} close={close}>
              Cancel
            </CloseLink>
          </div>
        </div>
      </JsonForm>
    </Dialog>
  );
}

/** Where the form saves to, and the result. */
function useSaving({ id, attorney, form, notSaved, onSaved }: Omit<Props, 'close'>) {
  const [problem, setProblem] = useState<Problem | null>(notSaved?.problem ?? null);
  /** The version of the attorney that the form was opened with; null to add one. After a conflict, the newest version. */
  const [version, setVersion] = useState(
    attorney && (notSaved && !notSaved.isConflict ? notSaved.version : attorney.version),
  );
  const [rival, setRival] = useState(notSaved?.isConflict ? attorney : null);
  const [key] = useState(id === undefined ? (notSaved?.key ?? form.key) : form.key);
  const showToast = useShowToast();
  const { directory } = trpc.useUtils();

  function tell(found: Problem) {
    setProblem(found);
    showToast({ kind: 'error', title: found.title, text: found.text });
  }

  async function readRival() {
    const stored = await directory.detail.fetch({ id: id ?? '' }, { staleTime: 0 }).catch(() => null);
    if (!stored) return;
    setRival(stored);
    setVersion(stored.version);
  }

  const { pathname } = useLocation();
  useEffect(() => {
    const begunWith = readDraft(pathname)?.hidden.version;
    if (begunWith) setVersion((before) => before && begunWith);
  }, [pathname]);

  const answers = {
    onSuccess: () => {
      forgetDraft(pathname);
      onSaved(version === null ? 'attorney-added' : 'attorney-updated');
    },
    onError(error: unknown, { answers: values }: { answers: Answers }) {
      if (isRefusal(error, 'signed-out')) return leaveForStaffLogin();
      tell({ ...problemOf(error, form.failed), values });
      if (isRefusal(error, 'not-found')) setVersion(null);
      if (isRefusal(error, 'conflict')) void readRival();
    },
  };
  const add = trpc.directory.add.useMutation(answers);
  const change = trpc.directory.change.useMutation(answers);
  const isPending = add.isPending || change.isPending;

  function save(values: Answers) {
    if (isPending) return;
    setProblem(null);
    if (id === undefined || version === null) add.mutate({ key, answers: values });
    else change.mutate({ id, version, answers: values });
  }

  return { problem, version, rival, key, isPending, save, tell };
}

/** What a colleague saved in the meantime, where it differs from what is typed here. */
function Rival({ form, stored, typed }: { form: FormParts; stored: Answers; typed: Answers }) {
  const title = useId();
  const differing = Object.entries(form.uiSchema).filter(
    ([name]) => textOf(stored[name]) !== textOf(typed[name]),
  );
  return (
    <section className="notice" aria-labelledby={title}>
      <h3 id={title}>What is stored now</h3>
      <dl className="record">
        {differing.map(([name, field]) => (
          <div key={name}>
            <dt>{field['ui:title']}</dt>
            <dd>{textOf(stored[name])}</dd>
          </div>
        ))}
      </dl>
      <p>If you save again, what you typed replaces it.</p>
    </section>
  );
}

/** @returns an answer as text; a phone number as it is stored, since the CMS and this form write it differently. */
function textOf(answer: unknown): string {
  const text = Array.isArray(answer) ? answer.join(', ') : String(answer ?? '').trim();
  return normalizePhone(text);
}
