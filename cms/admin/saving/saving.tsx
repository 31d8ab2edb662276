'use client';

import {
  LeaveWithoutSaving,
  useAllFormFields,
  useAuth,
  useConfig,
  useDocumentInfo,
  useForm,
  useFormFields,
  useFormModified,
} from '@payloadcms/ui';
import { useEffect, useRef, useState } from 'react';
import { easternTime } from '../../eastern-time.ts';
import { useSession } from '../session.tsx';
import { findDifferences } from './compare-texts.ts';
import { CompareDialog, ConfirmDialog } from './dialogs.tsx';
import { forget, type KeptText, keep, readKept } from './kept-text.ts';
import { type Data, follow, type OpenDocument, type Outcome } from './save-channel.ts';

/** Waits between attempts to save by itself what could not be saved. */
const retryMs = [2_000, 4_000, 8_000, 15_000, 30_000];
const keepAfterMs = 300;

type Trouble = Exclude<Outcome, { kind: 'saved' }>;
type Question =
  | { kind: 'conflict'; mine: Data; theirs: Data; answer: (choice: 'mine' | 'theirs') => void }
  | { kind: 'linked'; sentence: string; answer: (goes: boolean) => void }
  | { kind: 'kept'; kept: KeptText };

/**
 * Stands above every form with texts: says when something is not saved, tries again, keeps the text in the browser
 * until it is stored, and shows both texts when two people wrote.
 */
export function Saving() {
  const info = useDocumentInfo();
  const { id, collectionSlug, globalSlug, setUnpublishedVersionCount, isTrashed } = info;
  const path = globalSlug ? `/cms/api/globals/${globalSlug}` : id ? `/cms/api/${collectionSlug}/${id}` : '';
  const { user } = useAuth();
  const { isSignedOut, signInAgain } = useSession();
  const { getEntityConfig } = useConfig();
  const config = getEntityConfig(globalSlug ? { globalSlug } : { collectionSlug: collectionSlug ?? '' });
  const form = useForm();
  const modified = useFormModified();
  const [fields] = useAllFormFields();
  const revision = useFormFields(([all]) => Number(all.revision?.value ?? 0));
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [attempts, setAttempts] = useState(0);
  const [mended, setMended] = useState(false);
  const [question, setQuestion] = useState<Question | null>(null);
  const [kept, setKept] = useState<KeptText | null>(null);
  const document = useRef<OpenDocument | null>(null);
  const leaving = useRef(false);
  const userId = String(user?.id ?? '');
  const hasDrafts = Boolean(config?.versions?.drafts);

  function hear(outcome: Outcome): void {
    if (outcome.kind !== 'saved') {
      setMended(false);
      setTrouble(outcome);
      setAttempts((count) => count + 1);
      if (outcome.kind === 'refused' && outcome.keptAsDraft) {
        forget(userId, path, outcome.sentAt);
        setUnpublishedVersionCount((count) => Math.max(1, count));
        return;
      }
      return;
    }
    setMended(trouble !== null);
    setTrouble(null);
    setAttempts(0);
    forget(userId, path, outcome.sentAt);
    setKept(null);
    if (hasDrafts && outcome.doc._status === 'draft')
      setUnpublishedVersionCount((count) => Math.max(1, count));
  }

  const latest = useRef({ hear, signInAgain });
  latest.current = { hear, signInAgain };

  useEffect(() => {
    if (!path || isTrashed) return;
    const followed: OpenDocument = {
      path,
      base: 0,
      hasDrafts,
      hear: (outcome) => latest.current.hear(outcome),
      choose: (mine, theirs) =>
        new Promise((answer) => setQuestion({ kind: 'conflict', mine, theirs, answer })),
      confirm: (sentence) => new Promise((answer) => setQuestion({ kind: 'linked', sentence, answer })),
      signIn: () => latest.current.signInAgain(),
    };
    document.current = followed;
    return follow(followed);
  }, [path, isTrashed, hasDrafts]);

  // The form takes what it has sent for stored, whatever the answer was.
  const isStored = !trouble || (trouble.kind === 'refused' && trouble.keptAsDraft);
  useEffect(() => {
    if (!isStored && !modified) form.setModified(true);
  }, [isStored, modified, form]);

  // The form may show a newer state than it was opened with; it never shows an older one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another document begins at its own revision
  useEffect(() => {
    if (document.current) document.current.base = Math.max(document.current.base, revision);
  }, [revision, path]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each document, when its form is there
  useEffect(() => {
    const found = path && userId ? readKept(userId, path) : null;
    if (!found) return;
    if (findDifferences(found.data, form.getData(), config?.fields ?? []).length > 0) setKept(found);
    else forget(userId, path);
  }, [path, userId]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever a field changes
  useEffect(() => {
    if (!modified || !path || !userId || leaving.current) return;
    const at = Date.now();
    const timer = setTimeout(() => keep(userId, path, { at, data: form.getData() }), keepAfterMs);
    return () => clearTimeout(timer);
  }, [fields, modified]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt that failed leads to the next
  useEffect(() => {
    // What was refused in words is for the person to mend.
    if (trouble?.kind !== 'unreachable' || question) return;
    const again = () => void saveAgain(form, path, hasDrafts);
    const timer = setTimeout(again, retryMs[Math.min(attempts, retryMs.length) - 1]);
    window.addEventListener('online', again);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', again);
    };
  }, [trouble, attempts, question]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when somebody has signed in again
  useEffect(() => {
    if (!isSignedOut && trouble?.kind === 'signedOut') void saveAgain(form, path, hasDrafts);
  }, [isSignedOut]);

  const unsaved = modified && !leaving.current;
  useEffect(() => {
    if (!unsaved) return;
    const warn = (event: BeforeUnloadEvent) => {
      if (!leaving.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [unsaved]);

  const close = () => setQuestion(null);
  const differences = (mine: Data, theirs: Data) => findDifferences(mine, theirs, config?.fields ?? []);

  return (
    <div className="saving">
      <p className="saving__line" role="status" data-trouble={Boolean(trouble)}>
        {trouble ? sentenceFor(trouble) : mended ? 'Saved again. Nothing is lost.' : ''}
      </p>
      {trouble && trouble.kind !== 'refused' ? (
        <button
          type="button"
          className="saving__button"
          onClick={() => void saveAgain(form, path, hasDrafts)}
        >
          {trouble.kind === 'signedOut' ? 'Sign in and save' : 'Try again now'}
        </button>
      ) : null}
      {kept && !question && !trouble ? (
        <p className="saving__line" data-trouble="true">
          You typed something here on {easternTime(kept.at)} that is not in this text.{' '}
          <button
            type="button"
            className="saving__button"
            onClick={() => setQuestion({ kind: 'kept', kept })}
          >
            Look at it
          </button>
        </p>
      ) : null}
      {hasDrafts && trouble ? <LeaveWithoutSaving /> : null}
      {question?.kind === 'conflict' ? (
        <CompareDialog
          title="Somebody else changed this too"
          explanation={`${question.theirs.savedBy || 'Somebody else'} saved this text on ${easternTime(String(question.theirs.updatedAt))}, after you opened it. Choose which text to keep. The other one is not thrown away.`}
          theirsTitle={`Text of ${question.theirs.savedBy || 'somebody else'}`}
          differences={differences(question.mine, question.theirs)}
          onCancel={() => {}}
          choices={[
            {
              label: 'Keep my text',
              act: () => {
                close();
                question.answer('mine');
              },
            },
            {
              label: 'Take their text',
              act: () => {
                keep(userId, path, { at: Date.now(), data: question.mine });
                leaving.current = true;
                question.answer('theirs');
                window.location.reload();
              },
            },
          ]}
        />
      ) : null}
      {question?.kind === 'kept' ? (
        <CompareDialog
          title="Text of yours that is not here"
          explanation="This browser kept what you typed. You can put it back into the form, copy it, or delete it."
          theirsTitle="Text as it is saved"
          differences={differences(question.kept.data, form.getData())}
          onCancel={close}
          choices={[
            {
              label: 'Put my text back',
              primary: true,
              act: () => {
                const base = document.current?.base ?? 0;
                close();
                setKept(null);
                void form.reset({ ...question.kept.data, revision: base }).then(() => form.setModified(true));
              },
            },
            {
              label: 'Delete my text',
              act: () => {
                forget(userId, path);
                setKept(null);
                close();
              },
            },
            { label: 'Not now', act: close },
          ]}
        />
      ) : null}
      {question?.kind === 'linked' ? (
        <ConfirmDialog
          title="Other pages lead here"
          explanation={question.sentence}
          confirm="Take it away all the same"
          onDone={(goes) => {
            close();
            question.answer(goes);
          }}
        />
      ) : null}
    </div>
  );
}

/** What could not be saved is saved as a draft; settings have none and are saved as they are. */
async function saveAgain(form: ReturnType<typeof useForm>, path: string, hasDrafts: boolean): Promise<void> {
  await form.submit({
    acceptValues: { overrideLocalChanges: false },
    action: hasDrafts
      ? `${path}?draft=true&autosave=true&depth=0&fallback-locale=null`
      : `${path}?depth=0&quiet=true`,
    method: path.includes('/globals/') ? 'POST' : 'PATCH',
    disableFormWhileProcessing: false,
    disableSuccessStatus: true,
    skipValidation: true,
    ...(hasDrafts ? { overrides: { _status: 'draft' } } : {}),
  });
}

function sentenceFor(trouble: Trouble): string {
  if (trouble.kind === 'signedOut')
    return 'Not saved: you are signed out. Your text is kept in this browser.';
  if (trouble.kind === 'unreachable')
    return 'Not saved yet: the CMS cannot be reached. We keep trying. Your text is kept in this browser.';
  return trouble.keptAsDraft
    ? 'Not published. Your text is saved as a draft. Please fix what is marked below, then publish again.'
    : `Not saved: ${trouble.sentence} Your text is kept in this browser.`;
}
