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

/**
 * How the entries of an action are found and read: their kind, what was done, as in `Read the list`, and what those of its
 * fields are called whose names don't say it.
 */
export type AuditWords = readonly [kind: AuditKind, words: string, fields?: Readonly<Record<string, string>>];

/** An action that can be on record. */
export interface AuditAction {
  words: AuditWords;
  /** The part of the product that it belongs to. */
  area: string;
  /** The address of the page of its record, without the id; undefined where a record has none. */
  page: string | undefined;
}
