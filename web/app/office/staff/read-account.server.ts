import { type StaffRole, staffRoles } from '@claimdesk/api/staff-roles';
import type { SiteContext } from '#web/app/context.ts';
import type { Problem } from '#web/app/ui/forms/error-summary.tsx';
import { isRefused, refusalOf } from '#web/app/ui/pages/procedure-errors.server.ts';

/** What an account's form posts, as typed. */
export interface PostedAccount {
  name: string;
  email: string;
  role: StaffRole | null;
  /** Of the account that the page showed. */
  version: number;
}

/** @returns the account, or null where there is none at this address. */
export function readAccount({ api }: SiteContext, id: string) {
  return api.staffAccounts.detail({ id }).catch((error: unknown) => {
    if (isRefused(error, 'not-found', 'bad-input')) return null;
    throw error;
  });
}

export function readPostedAccount(posted: FormData): PostedAccount {
  const text = (name: string) => String(posted.get(name) ?? '').trim();
  return {
    name: text('name'),
    email: text('email'),
    role: staffRoles.find((role) => role === posted.get('role')) ?? null,
    version: Number.parseInt(text('version'), 10) || 0,
  };
}

/** @param isNew whether the email is asked for too. @returns how to correct the fields, in the form's order. */
export function problemsOf({ name, email, role }: PostedAccount, isNew = false): Record<string, string> {
  return {
    ...(name === '' ? { name: 'Enter the name' } : {}),
    ...(name.length > 120 ? { name: 'Use at most 120 characters' } : {}),
    ...(isNew && email === '' ? { email: 'Enter the email address' } : {}),
    ...(role ? {} : { role: 'Choose what this person may do' }),
  };
}

/** What a page says when its form was not saved. */
export interface NotSaved {
  status: number;
  problem: Problem;
  typed: PostedAccount;
  isConflict: boolean;
}

/** @returns why nothing was saved, with what was typed. */
export function presentFailure(error: unknown, posted: FormData): NotSaved {
  const { status, ...problem } = refusalOf(error, { title: 'Nothing was changed' });
  return {
    status,
    problem,
    typed: readPostedAccount(posted),
    isConflict: isRefused(error, 'conflict'),
  };
}

/** As `presentFailure`, for fields that are to be corrected. */
export function presentProblems(errors: Record<string, string>, posted: FormData): NotSaved {
  return {
    status: 400,
    problem: { title: 'There is a problem', text: '', errors },
    typed: readPostedAccount(posted),
    isConflict: false,
  };
}
