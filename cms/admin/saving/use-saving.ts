import {
  useAllFormFields,
  useAuth,
  useConfig,
  useDocumentInfo,
  useForm,
  useFormFields,
  useFormModified,
} from '@payloadcms/ui';
import { reduceFieldsToValues } from 'payload/shared';
import { type RefObject, useEffect, useEffectEvent, useReducer, useRef } from 'react';
import { useSession } from '../session.tsx';
import { type Difference, findDifferences } from './compare-texts.ts';
import { forget, type KeptText, keep, readKept } from './kept-text.ts';
import { baseOf, type Data, follow, type Outcome, raiseBase } from './save-channel.ts';

/** Delays between automatic attempts to save again. */
const retryMs = [2_000, 4_000, 8_000, 15_000, 30_000];
const keepAfterMs = 300;

export type Trouble = Exclude<Outcome, { kind: 'saved' }>;

export type Question =
  | { kind: 'conflict'; mine: Data; theirs: Data; answer: (choice: 'mine' | 'theirs') => void }
  | { kind: 'linked'; sentence: string; answer: (goes: boolean) => void }
  | { kind: 'kept'; kept: KeptText };

interface State {
  /** Why the newest text is not stored as it should be. */
  trouble: Trouble | null;
  /** Saves that have failed since the last one that succeeded. */
  failures: number;
  /** The last save ended a trouble. */
  isMended: boolean;
  question: Question | null;
  /** What this browser kept from an earlier visit and the form does not have. */
  kept: KeptText | null;
}

type Action =
  | { kind: 'outcome'; outcome: Outcome }
  | { kind: 'asked'; question: Question }
  | { kind: 'answered' }
  | { kind: 'keptTextFound'; kept: KeptText }
  | { kind: 'keptTextSettled' };

const initial: State = { trouble: null, failures: 0, isMended: false, question: null, kept: null };

function reduce(state: State, action: Action): State {
  switch (action.kind) {
    case 'outcome':
      return action.outcome.kind === 'saved'
        ? { ...state, trouble: null, failures: 0, isMended: state.trouble !== null, kept: null }
        : { ...state, trouble: action.outcome, failures: state.failures + 1, isMended: false };
    case 'asked':
      return { ...state, question: action.question };
    case 'answered':
      return { ...state, question: null };
    case 'keptTextFound':
      return { ...state, kept: action.kept };
    case 'keptTextSettled':
      return { ...state, kept: null, question: null };
  }
}

/**
 * Follows the saves of the open document: tries again what failed, keeps unsaved text in the browser until it is stored,
 * and holds the question that a save waits for.
 */
export function useSaving() {
  const { id, collectionSlug, globalSlug, setUnpublishedVersionCount, isTrashed } = useDocumentInfo();
  const path = globalSlug ? `/cms/api/globals/${globalSlug}` : id ? `/cms/api/${collectionSlug}/${id}` : '';
  const { user } = useAuth();
  // Nothing of accounts is kept in the browser: names and email addresses are personal data.
  const userId = collectionSlug === 'users' ? '' : String(user?.id ?? '');
  const { isSignedOut, signInAgain } = useSession();
  const { getEntityConfig } = useConfig();
  const config = getEntityConfig(globalSlug ? { globalSlug } : { collectionSlug: collectionSlug ?? '' });
  const hasVersions = Boolean(config?.versions);
  const hasDrafts = Boolean(config?.versions?.drafts);
  const form = useForm();
  const modified = useFormModified();
  const [fields] = useAllFormFields();
  const revision = useFormFields(([all]) => Number(all.revision?.value ?? 0));
  const [state, dispatch] = useReducer(reduce, initial);
  const { trouble } = state;
  /** The page is about to be reloaded on purpose: keep nothing and don't warn. */
  const isLeaving = useRef(false);

  const differencesOf = (mine: Data, theirs: Data): Difference[] =>
    findDifferences(mine, theirs, config?.fields ?? []);
  const saveAgain = () => submitAgain(form, path, hasDrafts);

  const onOutcome = useEffectEvent((outcome: Outcome) => {
    dispatch({ kind: 'outcome', outcome });
    const isRefused = outcome.kind === 'refused' && outcome.keptAsDraft;
    if (outcome.kind !== 'saved' && !isRefused) return;
    forget(userId, path, outcome.sentAt);
    if (outcome.kind === 'refused' || (hasDrafts && outcome.doc._status === 'draft'))
      setUnpublishedVersionCount((count) => Math.max(1, count));
  });
  const signIn = useEffectEvent(() => signInAgain());
  useEffect(() => {
    if (!path || isTrashed) return;
    return follow({
      path,
      base: 0,
      hasDrafts,
      onOutcome: (outcome) => onOutcome(outcome),
      choose: (mine, theirs) =>
        new Promise((answer) =>
          dispatch({ kind: 'asked', question: { kind: 'conflict', mine, theirs, answer } }),
        ),
      confirm: (sentence) =>
        new Promise((answer) => dispatch({ kind: 'asked', question: { kind: 'linked', sentence, answer } })),
      signIn: () => signIn(),
    });
  }, [path, isTrashed, hasDrafts]);

  useEffect(() => raiseBase(path, revision), [path, revision]);

  // The form takes what it has sent as stored, whatever the response was.
  const isStored = !trouble || (trouble.kind === 'refused' && trouble.keptAsDraft);
  useEffect(() => {
    if (!isStored && !modified) form.setModified(true);
  }, [isStored, modified, form]);

  useEffect(() => {
    if (!modified || !path || !userId || isLeaving.current) return;
    const at = Date.now();
    const keepText = () => keep(userId, path, { at, data: reduceFieldsToValues(fields, true) });
    const timer = setTimeout(keepText, keepAfterMs);
    return () => clearTimeout(timer);
  }, [fields, modified, path, userId]);

  const isInForm = useEffectEvent((data: Data) => differencesOf(data, form.getData()).length === 0);
  useEffect(() => {
    const found = path && userId ? readKept(userId, path) : null;
    if (!found) return;
    if (isInForm(found.data)) forget(userId, path);
    else dispatch({ kind: 'keptTextFound', kept: found });
  }, [path, userId]);

  useRetries(state, saveAgain);
  useSignedIn(isSignedOut, () => {
    if (trouble?.kind === 'signedOut') void saveAgain();
  });
  useLeaveWarning(modified, isLeaving);

  return {
    ...state,
    hasVersions,
    hasDrafts,
    differencesOf,
    differencesFromForm: (mine: Data) => differencesOf(mine, form.getData()),
    saveAgain,
    showKept: (kept: KeptText) => dispatch({ kind: 'asked', question: { kind: 'kept', kept } }),
    close: () => dispatch({ kind: 'answered' }),
    /** Loads their text, and keeps mine in this browser. */
    takeTheirs({ mine, answer }: Extract<Question, { kind: 'conflict' }>) {
      if (userId) keep(userId, path, { at: Date.now(), data: mine });
      isLeaving.current = true;
      answer('theirs');
      window.location.reload();
    },
    async putBack({ data }: KeptText) {
      const base = baseOf(path);
      dispatch({ kind: 'keptTextSettled' });
      await form.reset({ ...data, revision: base });
      form.setModified(true);
    },
    deleteKept() {
      forget(userId, path);
      dispatch({ kind: 'keptTextSettled' });
    },
  };
}

/** Saves again after a failure that may pass, with growing delays and as soon as the browser is online. */
function useRetries({ trouble, failures, question }: State, saveAgain: () => Promise<void>): void {
  const retry = useEffectEvent(() => void saveAgain());
  useEffect(() => {
    // A refusal in words is for the person to resolve.
    if (trouble?.kind !== 'unreachable' || question) return;
    const again = () => retry();
    const timer = setTimeout(again, retryMs[Math.min(failures, retryMs.length) - 1]);
    window.addEventListener('online', again);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', again);
    };
  }, [trouble, failures, question]);
}

/** @param onSignedIn runs after each new sign-in. */
function useSignedIn(isSignedOut: boolean, onSignedIn: () => void): void {
  const signedIn = useEffectEvent(onSignedIn);
  useEffect(() => {
    if (!isSignedOut) signedIn();
  }, [isSignedOut]);
}

/** Warns before a page with unsaved changes is left, unless `isLeaving`. */
function useLeaveWarning(modified: boolean, isLeaving: RefObject<boolean>): void {
  useEffect(() => {
    if (!modified) return;
    const warn = (event: BeforeUnloadEvent) => {
      if (!isLeaving.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [modified, isLeaving]);
}

/** Saves as a draft what could not be saved; settings have none and are saved as they are. */
async function submitAgain(
  form: ReturnType<typeof useForm>,
  path: string,
  hasDrafts: boolean,
): Promise<void> {
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
