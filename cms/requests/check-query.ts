import { validOperatorSet } from 'payload/shared';
import { parse } from 'qs-esm';

/** Characters. The longest query of the admin lists the related documents that are already chosen. */
const queryAtMost = 32 * 1024;
const valueAtMost = 500;
const groupsAtMost = 5;
const conditionsAtMost = 200;
const listedAtMost = 1_000;

/** Largest numbers that the admin or a program has a reason to send. */
const numbers: Record<string, number> = { limit: 1_000, depth: 10, page: 100_000 };
const flags = ['draft', 'autosave', 'trash', 'pagination', 'overrideLock'];
/** Geographic operators: no field here is a location. */
const operators = new Set([...validOperatorSet].filter((name) => !/near|within|intersects/.test(name)));

type Query = Record<string, unknown>;

/**
 * Validates a query before Payload sees it, which answers a query that it doesn't understand with 500 and a stack trace in
 * the log.
 *
 * @param search the query string of a URL, with or without the question mark.
 * @returns a sentence that names the invalid part, or null.
 */
export function findQueryFault(search: string): string | null {
  if (search.length > queryAtMost) return 'This query is too long.';
  const query: Query = parse(search, {
    allowEmptyArrays: true,
    arrayLimit: 1000,
    depth: 10,
    ignoreQueryPrefix: true,
  });
  if (!isPrintable(query)) return 'This query holds characters that can not be used.';
  for (const [name, most] of Object.entries(numbers)) {
    if (!isCount(query[name], most)) return `"${name}" must be a whole number from 0 to ${most}.`;
  }
  for (const name of flags) {
    if (!isWord(query[name])) return `"${name}" must be true or false.`;
  }
  if (!isWord(query.locale) || !isWord(query.fallbackLocale ?? query['fallback-locale'])) {
    return '"locale" must be the short name of a language.';
  }
  if (!isSort(query.sort)) return '"sort" must be the names of fields, with commas between.';
  if (!['select', 'populate', 'joins'].every((name) => isTree(query[name])) || !isEdit(query.uploadEdits)) {
    return 'This query is not in a form that can be used.';
  }
  if (query.data !== undefined && query.data !== '' && !isObject(fromJson(String(query.data)))) {
    return '"data" is not in a form that can be used.';
  }
  return isFilter(query.where) ? null : '"where" is not in a form that can be used.';
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** Text without control characters, at every depth, keys included. */
function isPrintable(value: unknown): boolean {
  if (typeof value === 'string') return !/[\p{Cc}\p{Cs}\uFFFD]/u.test(value.replace(/[\r\n\t]/g, ''));
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, inner]) => isPrintable(name) && isPrintable(inner));
}

function isCount(value: unknown, most: number): boolean {
  if (value === undefined || value === '') return true;
  return typeof value === 'string' && /^\d{1,7}$/.test(value) && Number(value) <= most;
}

function isWord(value: unknown): boolean {
  return value === undefined || (typeof value === 'string' && /^[\w-]{0,10}$/.test(value));
}

function isField(value: unknown): boolean {
  return typeof value === 'string' && value.length <= 200 && /^\w+([.-]\w+)*$/.test(value);
}

function isSort(value: unknown): boolean {
  if (value === undefined || value === '') return true;
  const fields = typeof value === 'string' ? value.split(',') : value;
  return (
    Array.isArray(fields) &&
    fields.length <= 5 &&
    fields.every((field) => typeof field === 'string' && isField(field.replace(/^-/, '')))
  );
}

/** Nested fields to include or leave out. */
function isTree(value: unknown): boolean {
  if (value === undefined || typeof value === 'string') return isWord(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.entries(value).every(([name, inner]) => isField(name) && isTree(inner));
}

/** Crop and focal point of a picture: nested numbers. */
function isEdit(value: unknown): boolean {
  if (value === undefined) return true;
  if (typeof value === 'string') return /^(\d{1,5}(\.\d{1,20})?|px|%)?$/.test(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.entries(value).every(([name, inner]) => isField(name) && isEdit(inner));
}

function isFilter(value: unknown): boolean {
  if (value === undefined || value === '') return true;
  const left = { conditions: conditionsAtMost };
  return isGroup(typeof value === 'string' ? fromJson(value) : value, groupsAtMost, left);
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isGroup(value: unknown, depth: number, left: { conditions: number }): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth === 0) return false;
  return Object.entries(value).every(([name, inner]) => {
    left.conditions -= 1;
    if (left.conditions < 0) return false;
    if (!/^(and|or)$/i.test(name)) return isField(name) && isCondition(inner);
    return Array.isArray(inner) && inner.every((group) => isGroup(group, depth - 1, left));
  });
}

function isCondition(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.entries(value).every(([operator, operand]) => {
    if (!operators.has(operator as never)) return false;
    return Array.isArray(operand)
      ? operand.length <= listedAtMost && operand.every(isOperand)
      : isOperand(operand);
  });
}

function isOperand(value: unknown): boolean {
  if (typeof value === 'string') return value.length <= valueAtMost;
  return (
    value === null || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))
  );
}
