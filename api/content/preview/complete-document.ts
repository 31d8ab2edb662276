import type { FlattenedField } from 'payload';

/** More than any document has; they only keep a mistake from taking minutes to render. */
const maxTextLength = 20_000;
const maxRows = 100;
const maxNodes = 20_000;
const maxDepth = 40;

type Values = Record<string, unknown>;

/**
 * Gives the current state of an editor's form the shape of a stored document. A form omits empty fields and sends a list
 * without rows as a number, and its data is untrusted. Only configured fields come through, each with its own type;
 * missing ones are empty.
 */
export function completeDocument(fields: readonly FlattenedField[], given: unknown): Values {
  const values = asObject(given);
  return Object.fromEntries(fields.map((field) => [field.name, complete(field, values[field.name])]));
}

function complete(field: FlattenedField, value: unknown): unknown {
  switch (field.type) {
    case 'text':
    case 'textarea':
    case 'email':
      return typeof value === 'string' ? value.slice(0, maxTextLength) : '';
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? value : null;
    case 'checkbox':
      return value === true;
    case 'date':
      return readDate(value);
    case 'select':
      return choose(field, value);
    case 'array':
      return rows(value).map((row) => completeDocument(field.flattenedFields, row));
    case 'blocks':
      return rows(value).flatMap((row) => {
        const block = field.blocks.find(({ slug }) => slug === row.blockType);
        return block ? [{ ...completeDocument(block.flattenedFields, row), blockType: block.slug }] : [];
      });
    case 'group':
    case 'tab':
      return completeDocument(field.flattenedFields, value);
    case 'richText':
      return completeRichText(value);
    case 'upload':
    case 'relationship':
      return field.hasMany ? list(value).map(readId).filter(Boolean) : readId(value);
    default:
      return undefined;
  }
}

function choose(field: Extract<FlattenedField, { type: 'select' }>, value: unknown): unknown {
  const known = field.options.map((option) => (typeof option === 'string' ? option : option.value));
  if (field.hasMany) return known.filter((each) => list(value).includes(each));
  return known.find((each) => each === value) ?? (field.required ? known[0] : null);
}

function readDate(value: unknown): string {
  const date = new Date(typeof value === 'string' ? value : Number.NaN);
  return (Number.isNaN(date.getTime()) ? new Date() : date).toISOString();
}

/** Relations arrive as an id, or as a document if the form has just created it. */
function readId(value: unknown): string | null {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : value;
  return typeof id === 'string' && /^[0-9a-f]{24}$/.test(id) ? id : null;
}

function completeRichText(value: unknown): Values {
  let left = maxNodes;
  const visit = (given: Values, depth: number): Values => ({
    ...given,
    ...('text' in given ? { text: typeof given.text === 'string' ? given.text : '' } : {}),
    ...('fields' in given ? { fields: asObject(given.fields) } : {}),
    ...('value' in given ? { value: readId(given.value) } : {}),
    children: list(given.children).flatMap((child) => {
      const node = asObject(child);
      left -= 1;
      return typeof node.type === 'string' && depth < maxDepth && left > 0 ? [visit(node, depth + 1)] : [];
    }),
  });
  const root = asObject(asObject(value).root);
  return { root: { ...visit(root, 0), type: 'root' } };
}

function rows(value: unknown): Values[] {
  return list(value).slice(0, maxRows).map(asObject);
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function asObject(value: unknown): Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Values) : {};
}
