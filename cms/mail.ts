import type { EmailAdapter } from 'payload';

/**
 * The CMS process has no mail server: admins set passwords, and nothing else here would write to anybody.
 * Saying so keeps Payload from printing messages to the console in place of sending them.
 */
export const noMail: EmailAdapter = () => ({
  name: 'none',
  defaultFromAddress: 'nobody@localhost',
  defaultFromName: 'claimdesk',
  sendEmail: () => Promise.reject(new Error('The CMS does not send mail.')),
});
