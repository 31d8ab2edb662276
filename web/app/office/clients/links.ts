import { contractPath } from '#web/app/office/contracts/addresses.ts';
import { matterPath } from '#web/app/office/matters/addresses.ts';
import type { Outputs } from '#web/app/trpc.ts';

type Decided = Outputs['clients']['detail']['separateRecords'][number];

/** The records that can be linked to a client, and the possible links. */
export type LinkedKind = Decided['kind'];
export type LinkState = Decided['state'];

/** What a client's pages link to. */
type RecordKind = LinkedKind | 'call-request' | 'matter';

export const recordWords = {
  evaluation: 'case evaluation',
  contract: 'contract',
  'call-request': 'call request',
  matter: 'matter',
} as const satisfies Record<RecordKind, string>;

const folders = { evaluation: 'evaluations', contract: 'contracts' } as const satisfies Record<
  LinkedKind,
  string
>;
const verbs = { linked: 'link', separate: 'separate' } as const satisfies Record<LinkState, string>;

/** The addresses of the dialogs below that of a client: with the id of a record, and without one. */
export const linkDialogPaths = Object.values(folders).flatMap((folder) =>
  Object.values(verbs).map((verb) => `${folder}/:record/${verb}`),
);
export const linkByReferencePaths = Object.keys(folders).map((kind) => `link-${kind}`);

/** @returns the address of the dialog about a record, below that of the client. */
export function linkDialogPath(kind: LinkedKind, record: string, state: LinkState): string {
  return `${folders[kind]}/${record}/${verbs[state]}`;
}

/** @returns the name of the link that opens it. */
export function linkDialogName(record: string, state: LinkState): string {
  return `${verbs[state]}-${record}`;
}

/** @returns the record and the link that a dialog's address is about. */
export function readLinkDialog(path: string): { kind: LinkedKind; state: LinkState } {
  return {
    kind: /\/(contracts\/|link-contract)/.test(path) ? 'contract' : 'evaluation',
    state: path.endsWith(`/${verbs.separate}`) ? 'separate' : 'linked',
  };
}

/** @returns the address of a record's own page. */
export function recordPath(kind: RecordKind, record: string): string {
  if (kind === 'contract') return contractPath(record);
  if (kind === 'matter') return matterPath(record);
  return `/admin/${kind === 'evaluation' ? 'case-evaluations' : 'call-requests'}/${record}`;
}

const agreements = { name: 'name', phone: 'phone number', email: 'email address' } as const;

/**
 * @param hasName whether the client's account has one: else no name differs from it.
 * @returns such as “same name and phone number”, and what is different.
 */
export function sameText(agrees: readonly (keyof typeof agreements)[], hasName: boolean): string {
  const same = new Intl.ListFormat('en-US').format(agrees.map((each) => agreements[each]));
  if (agrees.includes('name')) return `same ${same}`;
  return `same ${same}, ${hasName ? 'another name' : 'the account has no name'}`;
}
