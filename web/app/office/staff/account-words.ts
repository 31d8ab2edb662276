import type { StaffRole } from '@claimdesk/api/staff-roles';
import type { Answers } from '@claimdesk/forms/definition';
import type { Inputs, Outputs } from '#web/app/trpc.ts';

export const listPath = '/admin/staff';

export const invitePath = `${listPath}/invite`;

export const twoStepRolesPath = `${listPath}/two-step`;

export const turnOffSharedPath = `${listPath}/turn-off-shared-password`;

export function accountPath(id: string): string {
  return `${listPath}/${id}`;
}

/** The roles in the order in which a form offers them. */
export const roles: Record<StaffRole, { label: string; hint: string }> = {
  admin: {
    label: 'Administrator',
    hint: 'Everything, also staff accounts, exports, retention and the audit log.',
  },
  reviewer: { label: 'Reviewer', hint: 'Decides, edits attorneys, and helps clients who cannot log in.' },
  read_only: { label: 'Read only', hint: 'Looks at records and changes nothing.' },
};

export const states: Record<Outputs['staffAccounts']['detail']['state'], string> = {
  invited: 'Invited',
  active: 'Active',
  disabled: 'Disabled',
};

type Saved = Omit<Inputs['staffAccounts']['change'], 'id' | 'version'>;

/**
 * @param role of the account as it is: nobody is asked for a role of their own, so it is sent as it was.
 * @returns what the answers to the form of an account save.
 */
export function changedAccount(answers: Answers, role: StaffRole): Saved {
  return {
    name: String(answers.name),
    role: (answers.role ?? role) as StaffRole,
    representativeName: String(answers.representative_name ?? ''),
    representativeStatus: (answers.representative_status ?? '') as Saved['representativeStatus'],
  };
}

export function twoStepText({ twoStep, recoveryCodes }: Outputs['staff']['account']): string {
  return twoStep
    ? `On. After the password you type a code from your phone. You have ${recoveryCodes} recovery ${recoveryCodes === 1 ? 'code' : 'codes'} left. For new ones, turn it off and on again.`
    : 'Off. Turn it on to be asked for a code from your phone after the password, so that a stolen password alone opens nothing.';
}
