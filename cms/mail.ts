import type { EmailAdapter } from 'payload';

/**
 * The CMS process sends no email: admins set passwords, and nothing else here would send any. An explicit adapter keeps
 * Payload from printing emails to the console instead.
 */
export const noMail: EmailAdapter = () => ({
  name: 'none',
  defaultFromAddress: 'nobody@localhost',
  defaultFromName: 'claimdesk',
  sendEmail: () => Promise.reject(new Error('The CMS does not send mail.')),
});
