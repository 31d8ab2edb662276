import { data, useLocation, useOutletContext } from 'react-router';
import type { SiteContext } from '#web/app/context.ts';
import { backOffice, untitledMeta } from '#web/app/office/back-office.ts';
import {
  actForStaff,
  forStaff,
  redirectWithNotice,
  requireFor,
} from '#web/app/office/staff-request.server.ts';
import { fieldErrorsOf, refusalOf } from '#web/app/ui/pages/procedure-errors.server.ts';
import '#web/app/ui/components/confirmation.css';
import '#web/app/ui/forms/widgets.css';
import type { Outputs } from '#web/app/trpc.ts';
import type { Route } from './+types/client-dialog';
import { ClientDialogFrame } from './client-dialog-frame.tsx';
import { clientPath } from './client-table.tsx';
import { type ClientVerb, type CodeVerb, clientVerbs, noticeOf, problemOfReason } from './client-verbs.ts';
import { IssuedCode } from './issued-code.tsx';
import { type Typed, VerbForm, type VerbOutcome } from './verb-form.tsx';

type Client = Outputs['clients']['detail'];

/** The result of a post that stays on this page. */
type Outcome = VerbOutcome | { kind: 'code'; code: string; expiresAt: string };

export function loader(page: Route.LoaderArgs) {
  return forStaff(page, async (site) => {
    await requireFor(site, clientVerbs[verbAt(page.url.pathname)].procedure);
    return null;
  });
}

/** The dialogs post natively, with and without script; the page that follows shows the change. */
export function action(page: Route.ActionArgs) {
  const { id } = page.params;
  const verb = verbAt(page.url.pathname);
  return actForStaff(
    page,
    async (site, posted) => {
      const typed = readTyped(posted);
      const errors = problemsOf(verb, typed);
      if (Object.keys(errors).length > 0) return answer({ kind: 'refused', typed, errors }, 400);
      if (verb === 'close' && !posted.has('sure')) return answer({ kind: 'asks-again', typed });
      if (showsCode(verb)) {
        const { clients } = site.api;
        const { reason, withoutContract } = typed;
        const issued =
          verb === 'pin-code'
            ? clients.issuePinCode({ id, reason })
            : clients.issueConfirmationCode({ id, reason, withoutContract });
        return answer({ kind: 'code', ...(await issued) });
      }
      await change(site, { verb, id, typed });
      const ended = verb === 'close' || verb === 'free-number';
      return redirectWithNotice(site, ended ? backOffice.firstPage : clientPath(id), noticeOf[verb]);
    },
    (error, posted) => {
      const refusal = refusalOf(error);
      const errors = fieldErrorsOf(refusal);
      return answer({ kind: 'refused', typed: readTyped(posted), errors }, refusal.status);
    },
  );
}

function answer(outcome: Outcome, status = 200) {
  return data(outcome, { status });
}

async function change(
  { api: { clients } }: SiteContext,
  { verb, id, typed }: { verb: Exclude<ClientVerb, CodeVerb>; id: string; typed: Typed },
): Promise<void> {
  const { reason, firstName, lastName, was, evenConfirmed } = typed;
  switch (verb) {
    case 'correct-name':
      return clients.correctName({ id, reason, firstName, lastName, was: was || null });
    case 'reopen':
      return clients.reopen({ id, reason });
    case 'end-sessions':
      return clients.endSessions({ id, reason });
    case 'free-number':
      return clients.freeSsn({ id, reason, evenConfirmed });
    case 'close':
      return clients.close({ id, reason });
  }
}

function showsCode(verb: ClientVerb): verb is CodeVerb {
  return verb === 'pin-code' || verb === 'confirmation-code';
}

function readTyped(posted: FormData): Typed {
  const text = (name: string) => String(posted.get(name) ?? '').trim();
  return {
    reason: text('reason'),
    firstName: text('first-name'),
    lastName: text('last-name'),
    was: text('was'),
    evenConfirmed: posted.has('even-confirmed'),
    withoutContract: posted.has('without-contract'),
  };
}

function problemsOf(verb: ClientVerb, { reason, firstName, lastName }: Typed): Record<string, string> {
  const wrongReason = problemOfReason(reason, clientVerbs[verb].reason);
  const wrongFirst = verb === 'correct-name' && problemOfName(firstName, 'first name');
  const wrongLast = verb === 'correct-name' && problemOfName(lastName, 'last name');
  return {
    ...(wrongFirst && { 'first-name': wrongFirst }),
    ...(wrongLast && { 'last-name': wrongLast }),
    ...(wrongReason && { reason: wrongReason }),
  };
}

function problemOfName(typed: string, what: string): string | undefined {
  if (!typed) return `Enter the ${what}`;
  return typed.length > 60 ? `Shorten the ${what} to 60 characters` : undefined;
}

function verbAt(path: string): ClientVerb {
  const name = /([a-z-]+)$/.exec(path)?.[1] ?? '';
  if (!Object.hasOwn(clientVerbs, name)) throw new RangeError(`Staff can do nothing at ${path}.`);
  return name as ClientVerb;
}

export function meta() {
  return untitledMeta;
}

/** One thing that staff can do about a client's login. */
export default function ClientDialog({ actionData, params: { id } }: Route.ComponentProps) {
  const client = useOutletContext<Client>();
  const verb = verbAt(useLocation().pathname);
  const { label } = clientVerbs[verb];
  const outcome = actionData;
  const errors = outcome?.kind === 'refused' ? outcome.errors : undefined;
  const title = outcome?.kind === 'asks-again' ? 'Close this account for good?' : label;
  return (
    <ClientDialogFrame id={id} name={verb} title={title} errors={errors}>
      {(closeLink) =>
        outcome?.kind === 'code' ? (
          <IssuedCode {...outcome} isForPin={verb === 'pin-code'}>
            {closeLink('Close')}
          </IssuedCode>
        ) : (
          <VerbForm verb={verb} client={client} outcome={outcome}>
            {closeLink('Cancel')}
          </VerbForm>
        )
      }
    </ClientDialogFrame>
  );
}
