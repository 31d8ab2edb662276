import { compileSchema } from '../ajv.ts';
import type { FormDefinition, JsonSchema } from '../definition.ts';

const formKeywords = ['$schema', 'title', 'type', 'additionalProperties', 'required', 'properties', 'allOf'];
const keywordsByType: Record<string, readonly string[]> = {
  string: ['minLength', 'maxLength', 'pattern', 'format', 'enum', 'const'],
  number: ['minimum', 'maximum', 'enum', 'const'],
  integer: ['minimum', 'maximum', 'enum', 'const'],
  boolean: ['const'],
  array: ['items', 'minItems', 'maxItems', 'uniqueItems'],
  object: ['properties', 'required', 'additionalProperties'],
};

const fieldName = /^[a-z][a-z0-9_]{0,39}$/;

/**
 * Rules for a form's `schema.json`: nothing unbounded, and nothing that the engine can't account for.
 *
 * @returns one sentence per fault.
 */
export function findSchemaFaults({ schema }: FormDefinition): string[] {
  const faults: string[] = [];
  for (const keyword of Object.keys(schema)) {
    if (!formKeywords.includes(keyword)) faults.push(`The form's schema must not use "${keyword}".`);
  }
  if (schema.type !== 'object') faults.push(`The form's schema must have the type "object".`);
  if (schema.additionalProperties !== false)
    faults.push(`The form's schema must say "additionalProperties": false.`);
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (!fieldName.test(name) || name in Object.prototype) {
      faults.push(`The field name "${name}" must be short lower-case words joined by "_".`);
    }
    faults.push(...findValueFaults(name, property));
    if (property.type === 'object')
      faults.push(`"${name}" must be a list of rows, or its parts must be fields of their own.`);
    if (property.deprecated && schema.required?.includes(name)) {
      faults.push(`The field "${name}" is deprecated, so it must not be required.`);
    }
  }
  for (const name of schema.required ?? []) {
    if (!schema.properties?.[name]) faults.push(`The required field "${name}" is not among the properties.`);
  }
  return faults.length > 0 ? faults : findCompilerFaults(schema);
}

function findValueFaults(path: string, schema: JsonSchema): string[] {
  const allowed = keywordsByType[schema.type ?? ''];
  if (!allowed) return [`"${path}" must have one of the types ${Object.keys(keywordsByType).join(', ')}.`];
  if (schema.type === 'object' && (schema.allOf || schema.if))
    return [`"${path}" must not use conditions: a question of a row is always asked.`];
  const faults = Object.keys(schema)
    .filter((keyword) => !['type', 'title', 'deprecated', ...allowed].includes(keyword))
    .map((keyword) => `"${path}" must not use "${keyword}".`);
  if (schema.type === 'string' && schema.maxLength === undefined) faults.push(`"${path}" needs a maxLength.`);
  if (schema.type === 'array') {
    if (schema.maxItems === undefined) faults.push(`"${path}" needs a maxItems.`);
    faults.push(...findValueFaults(`${path}[]`, schema.items ?? {}));
  }
  if (schema.type === 'object') {
    if (schema.additionalProperties !== false)
      faults.push(`"${path}" must say "additionalProperties": false.`);
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      if (!fieldName.test(name) || name in Object.prototype)
        faults.push(`The field name "${path}.${name}" must be short lower-case words joined by "_".`);
      faults.push(...findValueFaults(`${path}.${name}`, property));
    }
  }
  return faults;
}

function findCompilerFaults(schema: JsonSchema): string[] {
  try {
    compileSchema(schema);
    return [];
  } catch (error) {
    return [`The schema does not compile: ${error instanceof Error ? error.message : String(error)}`];
  }
}
