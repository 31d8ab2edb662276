import { longDate } from '@claimdesk/forms/calendar';
import { mediumEasternDateTime } from '@claimdesk/forms/eastern-time';
import type { ClientField, Field } from 'payload';
import { secretsAndFiles } from './kept-text.ts';
import type { Data } from './save-channel.ts';

export interface Difference {
  name: string;
  label: string;
  mine: string;
  theirs: string;
}

/** As the server or the browser knows them. */
type Fields = (ClientField | Field)[];

const technical = [
  'id',
  '_status',
  'revision',
  'savedBy',
  'createdAt',
  'updatedAt',
  'globalType',
  'deletedAt',
  ...secretsAndFiles,
];
const withinParts = ['id', 'blockType', 'blockName', 'type', 'version', 'format', 'direction', 'indent'];

/** @returns the fields that differ, with their readable text. */
export function findDifferences(mine: Data, theirs: Data, fields: Fields): Difference[] {
  const known = plain(fields);
  return Object.keys({ ...theirs, ...mine })
    .filter((name) => !technical.includes(name) && name in mine)
    .filter((name) => canonical(mine[name]) !== canonical(theirs[name]))
    .map((name) => {
      const field = known.find((each) => each.name === name);
      const within = field?.fields;
      const values = [mine[name], theirs[name]] as const;
      const [ownRows, otherRows] = within ? changedRows(...values) : values;
      const [own, other] = [plainText(ownRows, within), plainText(otherRows, within)];
      const same = own === other;
      return {
        name,
        label: field?.label ?? name,
        mine: same ? `${own}\n(formatted in another way)` : own,
        theirs: other,
      };
    });
}

/** All texts of a form as one, for the clipboard. */
export function asText(differences: Difference[]): string {
  return differences.map(({ label, mine }) => `${label}\n${mine}`).join('\n\n');
}

/** Normalizes for comparison: all empty values are equal, and row ids and the like don't count. */
function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (name, inner) => {
      if (inner === '' || inner === null || inner === false || name === 'id') return undefined;
      if (Array.isArray(inner)) return inner.length > 0 ? inner : undefined;
      if (typeof inner !== 'object') return inner;
      const entries = Object.entries(inner).filter(([, each]) => !isEmpty(each));
      return entries.length > 0
        ? Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
        : undefined;
    }) ?? ''
  );
}

function isEmpty(value: unknown): boolean {
  if (value === '' || value === null || value === undefined || value === false) return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && Object.values(value).every(isEmpty);
}

/** @returns of two lists of rows the rows that the other one does not have; both as they are where only their order differs. */
function changedRows(mine: unknown, theirs: unknown): readonly [unknown, unknown] {
  if (!Array.isArray(mine) || !Array.isArray(theirs)) return [mine, theirs];
  const without = (rows: unknown[], others: unknown[]) => {
    const known = new Set(others.map(canonical));
    return rows.filter((row) => !known.has(canonical(row)));
  };
  const [own, other] = [without(mine, theirs), without(theirs, mine)];
  return own.length + other.length > 0 ? [own, other] : [mine, theirs];
}

/**
 * All words of a value, rich text and parts of pages included, in their order.
 *
 * @param fields of the rows of a list or of a group: their values are named, and in the order of the form.
 */
export function plainText(value: unknown, fields?: Fields): string {
  if (typeof value === 'string') return storedMoment.test(value) ? dateOf(value) : value;
  if (typeof value === 'number') return String(value);
  if (value === true) return 'yes';
  if (Array.isArray(value))
    return value
      .map((each) => plainText(each, fields))
      .filter(Boolean)
      .join(fields ? '\n\n' : '\n');
  if (typeof value !== 'object' || value === null) return '';
  if (fields) return namedWordsOf(value as Data, plain(fields));
  const { root, children, text } = value as Record<string, unknown>;
  if (root) return plainText(root);
  if (Array.isArray(children)) {
    const isRun = children.some((child) => typeof (child as { text?: unknown }).text === 'string');
    return children.map((child) => plainText(child)).join(isRun ? '' : '\n');
  }
  if (typeof text === 'string' && 'mode' in value) return text;
  return Object.entries(value)
    .filter(([name]) => !withinParts.includes(name))
    .map(([, inner]) => plainText(inner))
    .filter(Boolean)
    .join('\n');
}

function namedWordsOf(value: Data, fields: PlainField[]): string {
  return fields
    .flatMap(({ name, label, fields: inner }) => {
      if (name === 'id') return [];
      const words = plainText(value[name], inner);
      return words ? [`${label}:${words.includes('\n') ? '\n' : ' '}${words}`] : [];
    })
    .join('\n');
}

/** As Payload stores dates. */
const storedMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** @returns the day alone where the date picker takes days, which it stores as noon in UTC. */
function dateOf(moment: string): string {
  return moment.endsWith('T12:00:00.000Z') ? longDate(moment) : mediumEasternDateTime(moment);
}

/** A field with a value. */
interface PlainField {
  name: string;
  label: string;
  /** Of its rows, or of a group. */
  fields?: Fields;
}

/** @returns the fields with a value, in the order of the form: those in tabs, rows and the like stand on their own. */
function plain(fields: Fields): PlainField[] {
  return fields.flatMap((field): PlainField[] => {
    if ('tabs' in field) return field.tabs.flatMap((tab) => plain(tab.fields));
    const inner = 'fields' in field ? { fields: field.fields } : {};
    if (!('name' in field) || !field.name) return inner.fields ? plain(inner.fields) : [];
    const label = 'label' in field && typeof field.label === 'string' ? field.label : field.name;
    return [{ name: field.name, label, ...inner }];
  });
}
