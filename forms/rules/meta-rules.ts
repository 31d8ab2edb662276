import { Ajv, type ErrorObject } from 'ajv';
import type { FormDefinition } from '../definition.ts';
import schemaMeta from '../schema.schema.json' with { type: 'json' };
import uiMeta from '../ui.schema.json' with { type: 'json' };
import { didYouMean } from './nearest-word.ts';

const ajv = new Ajv({
  allErrors: true,
  verbose: true,
  discriminator: true,
  strictTypes: false,
  messages: false,
});
const files = {
  'schema.json': ajv.compile(schemaMeta),
  'ui.json': ajv.compile(uiMeta),
};

/**
 * Rules for the shape of a form's two files, by `schema.schema.json` and `ui.schema.json`: a key that is misspelled does
 * nothing, so none may be there that means nothing.
 *
 * @returns one sentence per fault, with its file, its place there (a JSON pointer), and the nearest right word.
 */
export function findMetaFaults({ form, schema, ui }: FormDefinition): string[] {
  return Object.entries({ 'schema.json': schema, 'ui.json': ui } as const).flatMap(([file, content]) => {
    const validate = files[file as keyof typeof files];
    if (validate(content)) return [];
    const faults = (validate.errors ?? []).map((error) => `${form}/${file} ${describe(error)}`);
    return [...new Set(faults)];
  });
}

function describe({ keyword, instancePath, params, data, parentSchema }: ErrorObject): string {
  const at = `${instancePath || '/'}:`;
  switch (keyword) {
    case 'additionalProperties': {
      const key = String(params.additionalProperty);
      const known = Object.keys(parentSchema?.properties ?? {});
      return `${instancePath}/${key}: there is no key "${key}" here.${didYouMean(key, known)}`;
    }
    case 'required':
      return `${at} "${params.missingProperty}" is missing.`;
    case 'discriminator':
      return describeVariant(at, params, parentSchema as Variants | undefined);
    case 'enum':
      return `${at} ${show(data)} is not possible here.${didYouMean(String(data), params.allowedValues.map(String))}`;
    case 'const':
      return `${at} this must be ${show(params.allowedValue)}, not ${show(data)}.`;
    case 'type':
      return `${at} this must be of the type ${[params.type].flat().join(' or ')}, not ${show(data)}.`;
    case 'propertyNames':
      return `${at} "${params.propertyName}" is no name for a field: use short lower-case words joined by "_".`;
    case 'pattern':
      return `${at} ${show(data)} does not have the form ${params.pattern}.`;
    case 'uniqueItems':
      return `${at} an entry is there twice.`;
    case 'minimum':
    case 'maximum':
      return `${at} this must be ${params.comparison} ${params.limit}, not ${show(data)}.`;
    default:
      // minLength, minItems and their like.
      return `${at} this must have at ${keyword.startsWith('min') ? 'least' : 'most'} ${params.limit}, not ${show(data)}.`;
  }
}

/** Of a rule or a value's schema, whose other keys depend on its name. */
function describeVariant(at: string, params: ErrorObject['params'], parentSchema: Variants | undefined) {
  const { tag, tagValue } = params as { tag: string; tagValue: unknown };
  if (tagValue === undefined) return `${at} "${tag}" is missing.`;
  const known = (parentSchema?.oneOf ?? []).map(({ properties }) => String(properties[tag]?.const));
  return `${at} there is no ${tag} ${show(tagValue)}.${didYouMean(String(tagValue), known)}`;
}

interface Variants {
  oneOf?: { properties: Record<string, { const?: string }> }[];
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
