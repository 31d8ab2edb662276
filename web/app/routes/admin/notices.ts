import type { Toast } from '../../components/toast.tsx';

/** What the page after a redirect says first. The words are those of SPEC section 8. */
export const notices = {
  'signed-in': { kind: 'success', title: 'Success', text: 'Logged in successfully' },
  approved: { kind: 'success', title: 'Status Updated', text: 'Case evaluation marked as approved' },
  rejected: { kind: 'success', title: 'Status Updated', text: 'Case evaluation marked as rejected' },
  'application-approved': {
    kind: 'success',
    title: 'Application Approved',
    text: 'The attorney is in the directory now.',
  },
  'application-rejected': { kind: 'success', title: 'Application Rejected', text: undefined },
  'mail-retried': { kind: 'success', title: 'Trying again', text: 'The mail is being sent now.' },
  'mail-given-up': {
    kind: 'success',
    title: 'Given up',
    text: 'It will not be sent unless you try it again.',
  },
} as const satisfies Record<string, Toast>;

export type NoticeName = keyof typeof notices;

export function isNotice(name: string | undefined): name is NoticeName {
  return name !== undefined && Object.hasOwn(notices, name);
}
