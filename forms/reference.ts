import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ui from './ui.schema.json' with { type: 'json' };

/** What the reference needs of a meta-schema. */
interface Part {
  title?: string;
  description?: string;
  type?: string | readonly string[];
  enum?: readonly unknown[];
  const?: unknown;
  $ref?: string;
  items?: Part;
  properties?: Record<string, Part | undefined>;
  required?: readonly string[];
  oneOf?: readonly Part[];
}

const page = join(import.meta.dirname, '..', 'docs', 'forms.md');
const begin = '<!-- begin of the reference: made by npm run forms:docs -->';
const end = '<!-- end of the reference -->';
const definitions: Record<string, Part> = ui.definitions;

/** How a value is written, by the definition that it refers to. */
const kinds: Record<string, string> = {
  words: 'text',
  fieldName: 'name of a field',
  fieldNames: 'names of fields',
  stepId: 'words joined by "-"',
  options: 'object, or name of a list',
  labels: 'object',
  messages: 'messages',
  rule: 'rule',
  step: 'step',
  field: 'field',
  rowQuestion: 'question of a row',
};

/** @returns the reference of the keys of `ui.json`, as Markdown made from its meta-schema. */
export function keyReference(): string {
  const { field = {}, rowQuestion = {}, step = {}, messages = {}, rule = {} } = definitions;
  const inRows = Object.keys(rowQuestion.properties ?? {}).map((key) => `\`${key}\``);
  return [
    table('The form', ui),
    table('A step', step),
    table('A field', field),
    `A question of a group's row has ${inRows.slice(0, -1).join(', ')} and ${inRows.at(-1)}.`,
    table('The `messages` of a field', messages),
    rules(rule),
  ].join('\n\n');
}

function table(title: string, { properties = {}, required = [] }: Part): string {
  const rows = Object.entries(properties).map(([key, part = {}]) => {
    const must = required.includes(key) ? ' (required)' : '';
    return `| \`${key}\`${must} | ${kindOf(part)} | ${part.description ?? ''} |`;
  });
  return [`### ${title}`, '', '| key | value | meaning |', '|---|---|---|', ...rows].join('\n');
}

function rules({ oneOf = [] }: Part): string {
  const own = (part: Part) =>
    Object.entries(part.properties ?? {}).filter(
      ([key]) => key !== 'rule' && part.required?.includes(key) && key !== 'message',
    );
  const rows = oneOf.map((part) => {
    const { rule } = part.properties ?? {};
    const parameters = own(part).map(([key, each]) => `\`${key}\`: ${each?.description}`);
    return `| \`${rule?.const}\` | ${rule?.description} | ${parameters.join(' ')} |`;
  });
  const says = Object.entries(oneOf[0]?.properties ?? {})
    .filter(([key]) => ['message', 'advice', 'errorTitle', 'errorText'].includes(key))
    .map(([key, each]) => `- \`${key}\`: ${each?.description}`);
  const head = [
    '### A rule',
    '',
    '| `rule` | holds when it is true of the answer | parameters |',
    '|---|---|---|',
  ];
  return [...head, ...rows, '', 'Each rule also has:', '', ...says].join('\n');
}

function kindOf({ $ref, type, enum: values, items }: Part): string {
  const name = $ref?.split('/').at(-1) ?? '';
  const referred = definitions[name];
  if (name === 'widget' || values)
    return `one of ${(values ?? referred?.enum ?? []).map((each) => `\`${each}\``).join(', ')}`;
  if (name) return kinds[name] ?? name;
  if (type === 'array') return `list: ${kindOf(items ?? {})}`;
  const simple: Record<string, string> = { boolean: '`true` or `false`', string: 'text' };
  return simple[String(type)] ?? String(type ?? '');
}

/** @returns the page with the reference as it is today. @throws Error when it has no place for it. */
export function withReference(text: string): string {
  const [before, rest] = text.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined)
    throw new Error('docs/forms.md has no place for the reference.');
  return `${before}${begin}\n\n${keyReference()}\n\n${end}${after}`;
}

if (import.meta.main) {
  const text = readFileSync(page, 'utf8');
  const current = withReference(text);
  if (process.argv.includes('--write')) writeFileSync(page, current);
  else if (current !== text) {
    console.error('The reference of keys in docs/forms.md is not up to date: run "npm run forms:docs".');
    process.exitCode = 1;
  }
}
