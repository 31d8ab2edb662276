import { randomUUID } from 'node:crypto';
import { decodeStep } from '@claimdesk/forms/decode';
import type { Answers } from '@claimdesk/forms/definition';
import { getForm } from '@claimdesk/forms/registry';
import { consentWording } from '@claimdesk/forms/wording';
import { data, redirect } from 'react-router';
import type { SiteContext } from '#web/app/context.ts';
import {
  type ClientNotice,
  forClient,
  leaveClientNotice,
  noticeOf,
} from '#web/app/portal/client-request.server.ts';
import { portal } from '#web/app/portal/portal.ts';
import { type PlainQuestion, questionsOf } from '#web/app/ui/forms/plain-fields.tsx';
import { isRefused, refusalOf } from '#web/app/ui/pages/procedure-errors.server.ts';
import { isSignedOut, type PageRequest } from '#web/app/ui/session/for-signed-in.server.ts';
import type { ChangeOutcome } from './change-form.tsx';
import { type EntryAction, entryActions, failureOf, type Kind, kinds, pathOf } from './profile-words.ts';

/** What a page needs to show a form. */
export interface FormParts {
  kind: Kind;
  questions: PlainQuestion[];
  submitLabel: string;
  /** Makes adding harmless to repeat. */
  key: string;
  /** The client that the form names. After the session has ended, only this client gets back what was typed. */
  owner: string;
  /** What was typed into this form when the session had ended. */
  kept: Problems | null;
}

const consentFields: Partial<Record<Kind, string>> = {
  'phone-number': 'text_consent',
  'emergency-contact': 'authorized_to_discuss',
};

type Problems = Extract<ChangeOutcome, { kind: 'problems' }>;

/** @param facility the one that a treatment is added to. @returns what the page needs to show the form of a kind. */
export async function presentForm(
  { profile }: SiteContext['api'],
  kind: Kind,
  facility?: string,
): Promise<FormParts> {
  const definition = getForm(kind);
  const { owner, kept } = await profile.typed({ kind });
  return {
    kind,
    questions: questionsOf(definition),
    submitLabel: definition.ui.submit.label,
    key: randomUUID(),
    owner,
    kept:
      kept && kept.facility === facility
        ? { ...loggedOut, values: kept.answers as Answers, revision: kept.revision }
        : null,
  };
}

const loggedOut = {
  kind: 'problems',
  status: 200,
  title: 'This is not saved yet',
  text: 'You were logged out before it was saved. What you typed is still here. Check it, then save it.',
  errors: {},
  isConflict: false,
} as const;

export function loadEntries(page: PageRequest, kind: Kind) {
  return forClient(page, async ({ api }) => ({
    entries: await api.profile.list({ kind }),
    wording: wordingOf(kind),
    form: await presentForm(api, kind),
    isOpen: page.url.searchParams.has('add'),
    undo: readUndo(page.url),
  }));
}

/** @returns the words of the form that a card's button agrees to; '' where there is none. */
function wordingOf(kind: Kind): string {
  const field = consentFields[kind];
  return field ? consentWording(getForm(kind), field) : '';
}

/** @returns the deleted entry that a page without script offers to bring back. */
export function readUndo({ searchParams }: URL): { kind: Kind; id: string } | null {
  const [, kind, id] = /^([a-z-]+)\.([0-9a-f]{24})$/.exec(searchParams.get('undo') ?? '') ?? [];
  return kind && id && isKind(kind) ? { kind, id } : null;
}

interface Change {
  action: EntryAction;
  kind: Kind;
  id: string;
  revision: number;
  key: string;
  facility: string | undefined;
  answers: Answers;
  owner: string;
  /** Whether the page's script sent it, and shows the result. */
  isScripted: boolean;
  /** Whether the page's script sent it because the session ends: only to be kept. */
  isEnding: boolean;
}

const own = ['_do', '_kind', '_id', '_revision', '_key', '_facility', '_owner', '_script', '_ends'];

/** Reads a post of these pages. What the form does not ask for is kept, for the procedure to refuse. */
function readChange(posted: FormData): Change | null {
  const text = (name: string) => String(posted.get(name) ?? '').slice(0, 100);
  const [action, kind] = [text('_do'), text('_kind')];
  if (!isEntryAction(action) || !isKind(kind)) return null;
  const definition = getForm(kind);
  const entries = [...posted].filter(([name]) => !own.includes(name));
  const { answers, unknown } = decodeStep(definition, definition.ui.steps[0]?.id ?? '', entries);
  return {
    action,
    kind,
    id: text('_id'),
    revision: Number(text('_revision')) || 0,
    key: text('_key'),
    facility: text('_facility') || undefined,
    answers: { ...answers, ...Object.fromEntries(unknown.map((name) => [name, ''])) },
    owner: text('_owner'),
    isScripted: posted.has('_script'),
    isEnding: posted.has('_ends'),
  };
}

function isKind(text: string): text is Kind {
  return (kinds as readonly string[]).includes(text);
}

function isEntryAction(text: string): text is EntryAction {
  return (entryActions as readonly string[]).includes(text);
}

/** The action of these pages: makes the posted change, then redirects back to the page, or answers its script. */
export function actOnProfile(page: PageRequest, here: string) {
  return forClient(page, async (site) => {
    const change = readChange(await page.request.formData());
    if (!change || pathOf[change.kind] !== here) {
      // Not from a form of ours; a signed-out client is redirected to the login page all the same.
      await site.api.clients.me();
      throw redirect(here, 303);
    }
    const isTyped = change.action === 'add' || change.action === 'change';
    if (change.isEnding) {
      if (isTyped) await keep(site.api, change);
      throw redirect(portal.loginPath(page.url.pathname + page.url.search, 'idle'), 303);
    }
    try {
      await apply(site.api, change);
    } catch (error) {
      if (isSignedOut(error) && isTyped) await keep(site.api, change);
      if (isSignedOut(error)) throw error;
      const failure = failureIn(error, change);
      return data<ChangeOutcome>(failure, { status: failure.status });
    }
    const { kind, action, id } = change;
    const notice = await noticeAfter(site.api, change);
    if (change.isScripted)
      return data<ChangeOutcome>({
        kind: 'done',
        toast: noticeOf(notice),
        change: { kind, action, id },
      });
    leaveClientNotice(site, notice);
    throw redirect(action === 'remove' ? `${here}?undo=${kind}.${id}` : here, 303);
  });
}

/** Keeps what was typed until its client has logged in again. */
function keep({ profile }: SiteContext['api'], change: Change): Promise<void> {
  const { owner, kind, revision, facility, answers } = change;
  return profile.keepTyped({ owner, kind, revision, answers, ...(facility && { facility }) });
}

/** While the account is not confirmed or the notice is held, nobody is notified of a new address, and the page doesn't claim it. */
async function noticeAfter({ profile }: SiteContext['api'], { kind, action }: Change): Promise<ClientNotice> {
  const state = kind === 'mailing-address' ? (await profile.notice())?.state : undefined;
  if (state === 'waiting' || state === 'held') return `address-${state}`;
  return `${action} ${kind}`;
}

/** Calls the procedure, which checks its input: an impossible change is refused, never guessed. */
function apply({ profile }: SiteContext['api'], change: Change): Promise<unknown> {
  const { action, id, revision, answers, key, facility } = change;
  // What a form must not do to a kind, the procedure refuses by its input.
  const kind = change.kind as never;
  switch (action) {
    case 'add':
      return profile.add({ kind, key, answers, ...(facility && { facility }) });
    case 'change':
      return profile.change({ kind, id, revision, answers });
    case 'remove':
      return profile.remove({ kind, id, revision });
    case 'restore':
      return profile.restore({ kind, id });
    case 'make-primary':
      return profile.makePrimary({ kind, id });
    case 'grant':
    case 'revoke':
      return profile.setConsent({ kind, id, revision, granted: action === 'grant' });
    case 'send-link':
      return profile.sendVerification({ id });
  }
}

/** @returns why nothing was changed, with all that was typed. */
function failureIn(error: unknown, { kind, action, answers, revision }: Change) {
  return {
    kind: 'problems',
    ...refusalOf(error, { title: failureOf(kind, action), text: getForm(kind).ui.submitErrorText }),
    values: answers,
    revision,
    isConflict: isRefused(error, 'conflict'),
  } as const;
}
