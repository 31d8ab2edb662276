import { domainToASCII } from 'node:url';
import { DomainError } from '#api/platform/domain-error.ts';
import type { Limits } from '#api/platform/limits/limits.ts';
import { platformLimits, type Rule } from '#api/platform/limits/rules.ts';
import type { Firm } from './email-parts.ts';
import { type Email, recipientLimitOf } from './enqueue.ts';
import { writeEmail } from './write-email.ts';

/** @returns what goes out in place of an email: itself, or a notice that there will be no more; undefined for nothing. */
export type RecipientLimit = (kind: string, email: Email) => Promise<Email | undefined>;

/**
 * Anyone can type anyone's address into a form. So an address gets a few emails of a kind in 24 hours, then one that
 * explains the limit, and then none. This is decided when an email is sent, not when a form is: the form is accepted
 * either way, and its page tells a stranger nothing about how many emails the address got today.
 */
export function makeRecipientLimit(limits: Limits, readFirm: () => Promise<Firm>): RecipientLimit {
  return async (kind, email) => {
    const limit = recipientLimitOf(kind);
    if (!limit) return email;
    const mailbox = mailboxOf(email.to);
    if (await allowed(limits, limit, mailbox)) return email;
    if (!(await allowed(limits, platformLimits.lastEmail, mailbox))) return undefined;
    return { to: email.to, ...writeLastEmail(await readFirm()) };
  };
}

/** @throws DomainError `unavailable` when the counters can't be read; the email then waits. */
async function allowed(limits: Limits, limit: Rule, mailbox: string): Promise<boolean> {
  try {
    await limits.reserve(limit, mailbox);
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'too-many') return false;
    throw error;
  }
}

/**
 * @returns the address to count by, never to send to: in lower case, without a `+tag`, which most providers deliver to the
 * same mailbox, and without dots at Gmail.
 */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@');
  const typed = address.slice(at + 1).toLowerCase();
  const domain = (domainToASCII(typed) || typed).replace(/\.$/, '');
  const name = address.slice(0, at).normalize('NFKC').toLowerCase();
  // A name that is only a tag is counted as it is.
  const mailbox = name.replace(/(?<=.)\+.*$/, '');
  if (domain !== 'gmail.com' && domain !== 'googlemail.com') return `${mailbox}@${domain}`;
  return `${mailbox.replaceAll('.', '')}@gmail.com`;
}

function writeLastEmail(firm: Firm) {
  return writeEmail({
    firm,
    subject: 'We will not email you again about this today',
    heading: 'A lot was sent to us with your email address',
    paragraphs: [
      'We have received every form that was sent. To keep your mailbox free, we will not email you about each one for the next 24 hours.',
      'If it was you, there is nothing to do. The page after each form shows your reference and your copy.',
      'If it was not you, somebody else may have used your email address. You can ignore this message, or call us.',
    ],
  });
}
