import type { AuditKind } from '@claimdesk/api/audit-kinds';
import { editPath } from '#web/app/office/attorneys/addresses.ts';
import { clientPath } from '#web/app/office/clients/client-table.tsx';
import { contractPath } from '#web/app/office/contracts/addresses.ts';
import { accountPath } from '#web/app/office/staff/account-words.ts';
import { capitalized, queues } from '#web/app/office/submissions/queues.ts';

/** @returns the address of the audit log; with an id, of the entries about this record. */
export function auditPath(record = ''): string {
  return `/admin/audit${record && `?record=${record}`}`;
}

/** Names of the areas, by the procedure's router. */
const places: Record<string, string> = {
  ...Object.fromEntries(queues.map(({ name, heading }) => [name, heading])),
  audit: 'Audit log',
  calls: 'Back office',
  claims: 'Client portal: claim',
  clients: 'Clients',
  contracts: 'Contracts',
  directory: 'Attorneys',
  downloads: 'Client portal: downloads',
  exports: 'Exports',
  failedEmails: 'Mail',
  lists: 'Lists',
  profile: 'Client portal: details',
  retention: 'Retention',
  samples: 'Samples',
  staff: 'Back office',
  staffAccounts: 'Staff accounts',
  uploads: 'Client portal: documents sent',
  'cms-articles': 'CMS: articles',
  'cms-attorneys': 'CMS: attorneys',
  'cms-facts': 'CMS: figures',
  'cms-faq': 'CMS: questions',
  'cms-figures': 'CMS: figures',
  'cms-listings': 'CMS: listings',
  'cms-media': 'CMS: files',
  'cms-navigation': 'CMS: menus',
  'cms-pages': 'CMS: pages',
  'cms-people': 'CMS: people who work here',
  'cms-redirects': 'CMS: redirects',
  'cms-site': 'CMS: settings',
  'cms-testimonials': 'CMS: testimonials',
  'cms-users': 'CMS: people',
};

/** Why a call was refused, by the code of the refusal. */
const reasons: Record<string, string> = {
  'bad-input': 'What was entered was not accepted',
  forbidden: 'The account may not do this',
  'not-found': 'There was no such record',
  conflict: 'The record did not allow it, or somebody else had changed it',
  'too-large': 'It was too large',
  'too-many': 'It was over a limit',
  unavailable: 'It could not be done at that time',
};

/** @param code of the refusal. @returns whether a call was refused or failed. */
export function outcomeWord(code: string): 'Refused' | 'Failed' {
  return Object.hasOwn(reasons, code) ? 'Refused' : 'Failed';
}

/** @param code of the refusal. @returns why a call was refused or failed. */
export function reasonWords(code: string): string {
  return reasons[code] ?? 'There was an error on our side';
}

/** The options of the filter. */
export const kindWords: Readonly<Record<AuditKind, string>> = {
  signIns: 'Logins',
  looks: 'Records opened',
  lists: 'Lists and searches',
  reveals: 'Full Social Security numbers shown',
  files: 'Prints and downloads',
  exports: 'Exports',
  decisions: 'Decisions',
  changes: 'Changes by staff',
  accounts: 'Staff accounts',
  refused: 'Refused or failed',
  byClients: 'Changes by clients',
  publishing: 'CMS: publications',
  cms: 'CMS: other changes',
};

/** Names of fields that do not say in words what they are. */
const fieldNames: Record<string, string> = {
  bio: 'Biography',
  disabled_at: 'Status',
  identity_status: 'Status',
  link_expires_at: 'Link to choose a password',
  link_hash: 'Link to choose a password',
  needed: 'Needed from the client',
  next: 'Next date',
  note: 'Note for the client',
  recovery_hashes: 'Recovery codes',
  since: 'Since when',
  totp_confirmed_at: 'Two-step login',
  totp_last_step: 'Two-step login',
  totp_secret: 'Two-step login',
};

/** @returns the names of changed fields as words, each once. */
export function fieldWords(fields: readonly string[]): string[] {
  return [...new Set(fields.map((name) => fieldNames[name] ?? spelled(name)))];
}

/** @returns `first_name` and `firstName` as `First name`. */
function spelled(name: string): string {
  return capitalized(
    name
      .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
      .replaceAll('_', ' ')
      .toLowerCase(),
  );
}

const detailNames: Record<string, string> = {
  decision: 'Decision',
  deed: 'Change',
  document: 'Document',
  download: 'Document',
  early: 'Before its hold ended, after',
  filters: 'Filters',
  format: 'Format',
  how: 'How',
  kind: 'Kind',
  note: 'Note',
  record: 'Record',
  rows: 'Records',
  state: 'Decision',
  way: 'How',
};

const earlyReasons: Record<string, string> = { call: 'a call', 'in person': 'a visit in person' };
const filterNames: Record<string, string> = { from: 'first day', to: 'last day' };

/** @returns the details of an entry, such as `Decision: approved`. */
export function detailWords(details: Readonly<Record<string, string | number>>): string[] {
  return Object.entries(details)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${detailNames[name] ?? spelled(name)}: ${detailWord(name, String(value))}`);
}

function detailWord(name: string, value: string): string {
  if (name === 'filters')
    return value
      .split(', ')
      .map((filter) => filterNames[filter] ?? filter)
      .join(', ');
  if (name === 'early') return earlyReasons[value] ?? value;
  // Ids tell entries apart; their ends are enough for that.
  if (['document', 'note', 'record'].includes(name)) return value.slice(-6);
  if (name === 'kind') return places[value]?.toLowerCase() ?? spaced(value);
  return ['deed', 'download'].includes(name) ? spaced(value) : value;
}

/** @returns `phone-number` as `phone number`. */
function spaced(name: string): string {
  return name.replaceAll('-', ' ');
}

/** @returns the name of the area that an action belongs to; undefined for one that is gone. */
export function placeOf(action: string): string | undefined {
  return places[action.split('.')[0] ?? ''];
}

/** @returns the address of the record that an entry is about; undefined when it has no page of its own. */
export function recordPath(action: string, subject: string | null): string | undefined {
  // Asks whose an evaluation is.
  const [router] = action === 'clients.ofEvaluation' ? ['evaluations'] : action.split('.');
  if (!subject) return undefined;
  if (router === 'contracts') return contractPath(subject);
  if (router === 'clients' || router === 'profile') return clientPath(subject);
  if (router === 'directory') return editPath(subject);
  if (router === 'staffAccounts') return accountPath(subject);
  const [, collection] =
    /^cms-(articles|attorneys|faq|listings|media|pages|people|redirects|testimonials|users)$/.exec(
      router ?? '',
    ) ?? [];
  if (collection) return `/cms/collections/${collection}/${subject}`;
  const queue = queues.find(({ name }) => name === router);
  return queue && `${queue.path}/${subject}`;
}
