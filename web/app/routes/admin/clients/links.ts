import { contractPath } from '#web/app/routes/admin/contracts/addresses.ts';
import type { Outputs } from '#web/app/trpc.ts';

type Decided = Outputs['clients']['detail']['separateRecords'][number];

/** What can be linked to a client, and what staff can say about it. */
export type LinkedKind = Decided['kind'];
export type LinkState = Decided['state'];

export const recordWords = { evaluation: 'case evaluation', contract: 'contract' } as const satisfies Record<
  LinkedKind,
  string
>;

const folders = { evaluation: 'evaluations', contract: 'contracts' } as const satisfies Record<
  LinkedKind,
  string
>;
const verbs = { linked: 'link', separate: 'separate' } as const satisfies Record<LinkState, string>;

/** The addresses of the questions below that of a client: with the id of a record, and with none. */
export const linkDialogPaths = Object.values(folders).flatMap((folder) =>
  Object.values(verbs).map((verb) => `${folder}/:record/${verb}`),
);
export const linkByReferencePaths = Object.keys(folders).map((kind) => `link-${kind}`);

/** @returns the address of the question about a record, below that of the client. */
export function linkDialogPath(kind: LinkedKind, record: string, state: LinkState): string {
  return `${folders[kind]}/${record}/${verbs[state]}`;
}

/** @returns the name of the link that opens it. */
export function linkDialogName(record: string, state: LinkState): string {
  return `${verbs[state]}-${record}`;
}

/** @returns what a question's address asks. */
export function readLinkDialog(path: string): { kind: LinkedKind; state: LinkState } {
  return {
    kind: /\/(contracts\/|link-contract)/.test(path) ? 'contract' : 'evaluation',
    state: path.endsWith(`/${verbs.separate}`) ? 'separate' : 'linked',
  };
}

/** @returns the address of a record's own page. */
export function recordPath(kind: LinkedKind, record: string): string {
  return kind === 'contract' ? contractPath(record) : `/admin/case-evaluations/${record}`;
}
