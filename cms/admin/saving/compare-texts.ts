import { longDate } from '@claimdesk/forms/calendar';
import { mediumEasternDateTime } from '@claimdesk/forms/eastern-time';
import type { ClientField, Field } from 'payload';
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
];
const withinParts = ['id', 'blockType', 'blockName', 'type', 'version', 'format', 'direction', 'indent'];

/** @returns the fields that differ, with their readable text. */
export function findDifferences(mine: Data, theirs: Data, fields: Fields): Difference[] {
  return Object.keys({ ...theirs, ...mine })
    .filter((name) => !technical.includes(name) && name in mine)
    .filter((name) => canonical(mine[name]) !== canonical(theirs[name]))
    .map((name) => {
      const [own, other] = [wordsOf(mine[name]), wordsOf(theirs[name])];
      const same = own === other;
      return {
        name,
        label: labelOf(name, fields) ?? name,
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

/** All words of a value, rich text and parts of pages included, in their order. */
export function wordsOf(value: unknown): string {
  if (typeof value === 'string') return storedMoment.test(value) ? dateOf(value) : value;
  if (typeof value === 'number' || value === true) return String(value);
  if (Array.isArray(value)) return value.map(wordsOf).filter(Boolean).join('\n');
  if (typeof value !== 'object' || value === null) return '';
  const { root, children, text } = value as Record<string, unknown>;
  if (root) return wordsOf(root);
  if (Array.isArray(children)) {
    const isRun = children.some((child) => typeof (child as { text?: unknown }).text === 'string');
    return children.map(wordsOf).join(isRun ? '' : '\n');
  }
  if (typeof text === 'string' && 'mode' in value) return text;
  return Object.entries(value)
    .filter(([name]) => !withinParts.includes(name))
    .map(([, inner]) => wordsOf(inner))
    .filter(Boolean)
    .join('\n');
}

/** As Payload stores dates. */
const storedMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** @returns the day alone where the date picker takes days, which it stores as noon in UTC. */
function dateOf(moment: string): string {
  return moment.endsWith('T12:00:00.000Z') ? longDate(moment) : mediumEasternDateTime(moment);
}

function labelOf(name: string, fields: Fields): string | undefined {
  for (const field of fields) {
    if ('name' in field && field.name === name && 'label' in field) {
      return typeof field.label === 'string' ? field.label : undefined;
    }
    const inner: Fields = 'tabs' in field ? field.tabs.flatMap((tab): Fields => tab.fields) : [];
    const within: Fields = 'fields' in field && !('name' in field) ? field.fields : [];
    const found = labelOf(name, [...inner, ...within]);
    if (found) return found;
  }
  return undefined;
}
