/** Why an email was not sent, by stored code, in the words that staff read. They name no address and quote no mail server. */
export const faults = {
  'no-connection': 'The mail server could not be reached.',
  timeout: 'The mail server did not answer in time.',
  dropped: 'The connection ended half way.',
  insecure: 'No secure connection to the mail server could be made.',
  'sign-in-refused': 'The mail server refused our sign-in.',
  'sender-refused': 'The mail server refused us as the sender.',
  'asked-to-wait': 'The mail server asked us to try again later.',
  'recipient-refused': 'The mail server refused the recipient’s address.',
  // The stored name of a refused message.
  'letter-refused': 'The mail server refused the message itself.',
  'no-document': 'An attachment could not be read.',
  unreadable: 'It can’t be read any more: it was damaged, or its key is gone.',
  other: 'Something went wrong on our side. The log says where.',
} as const;

export type Fault = keyof typeof faults;

/** Retrying is pointless for these until a person has changed something. */
export const permanentFaults: readonly Fault[] = ['recipient-refused', 'letter-refused', 'unreadable'];

/** Thrown when an attachment can't be read, for whatever reason. */
export class DocumentUnavailable extends Error {}

/** Thrown when a stored email can't be decrypted. */
export class Unreadable extends Error {}

/** What nodemailer reports about a failure: its own code, the underlying code, and the server's response to which command. */
interface MailError extends Error {
  code?: string;
  originalCode?: string;
  responseCode?: number;
  command?: string;
}

const unreachable = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];
const byCode: Record<string, Fault> = {
  EDNS: 'no-connection',
  ETIMEDOUT: 'timeout',
  ETLS: 'insecure',
  EREQUIRETLS: 'insecure',
  EAUTH: 'sign-in-refused',
  ENOAUTH: 'sign-in-refused',
  ECONNECTION: 'dropped',
  ESOCKET: 'dropped',
  EPROTOCOL: 'dropped',
  // Found by nodemailer itself, before it asks the server.
  EENVELOPE: 'recipient-refused',
  EMESSAGE: 'letter-refused',
};

/**
 * Classifies a failure. A permanent refusal (5xx, RFC 5321 section 4.2.1) is blamed on the email only when it concerns its
 * recipient or its content: a refusal of our sign-in or our sender address is about our settings, which can be fixed.
 */
export function faultOf(error: unknown): Fault {
  if (error instanceof DocumentUnavailable) return 'no-document';
  if (error instanceof Unreadable) return 'unreadable';
  if (!(error instanceof Error)) return 'other';
  const { code = '', originalCode = '', responseCode = 0, command = '' } = error as MailError;
  if (unreachable.includes(originalCode) || unreachable.includes(code)) return 'no-connection';
  if (originalCode === 'ETIMEDOUT') return 'timeout';
  if (code !== 'EAUTH' && responseCode >= 400 && responseCode < 500) return 'asked-to-wait';
  if (command === 'MAIL FROM' || (responseCode >= 500 && command === 'CONN')) return 'sender-refused';
  return byCode[code] ?? 'other';
}
