/** The kinds of audit entries that staff filter by. */
export type AuditKind =
  | 'signIns'
  | 'looks'
  | 'lists'
  | 'reveals'
  | 'files'
  | 'exports'
  | 'decisions'
  | 'changes'
  | 'accounts'
  | 'refused'
  | 'byClients'
  | 'publishing'
  | 'cms';

/** How the entries of an action are found and read: their kind, and what was done, as in `Read the list`. */
export type AuditWords = readonly [kind: AuditKind, words: string];
