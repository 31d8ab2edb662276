/** Strings in the formats that our inputs take; none belongs to a real record. */
const texts = [
  'x',
  'f'.repeat(24),
  '00000000-0000-4000-8000-000000000000',
  '219099999',
  '/free-case-evaluation/resume',
  'A'.repeat(43),
  'nobody@example.com',
  '2024-05-01',
  '2024-05-01T12:00:00.000Z',
  'K7QH-M9XC',
  'M-26-0000',
  'America/New_York',
  '123456',
  'clients 00000000-0000-4000-8000-000000000000',
];

interface Schema {
  type?: string;
  const?: unknown;
  default?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  pattern?: string;
  minLength?: number;
  minimum?: number;
  prefixItems?: Schema[];
  items?: Schema;
  minItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
}

/**
 * @returns a valid value for a JSON Schema, with ids and codes that belong to no record. New procedures therefore need no
 * hand-written example.
 * @throws Error if no string above matches a pattern; add one that does.
 */
export function sampleOf(schema: Schema): unknown {
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return sampleOf(schema.anyOf[0] ?? {});
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([name]) => schema.required?.includes(name))
          .map(([name, each]) => [name, sampleOf(each)]),
      );
    case 'array':
      if (schema.prefixItems) return schema.prefixItems.map(sampleOf);
      return Array.from({ length: schema.minItems ?? 0 }, () => sampleOf(schema.items ?? {}));
    case 'integer':
    case 'number':
      return schema.minimum ?? 0;
    case 'boolean':
      return false;
    case 'string':
      return textFor(schema);
    default:
      return null;
  }
}

function textFor({ pattern = '', minLength = 0 }: Schema): string {
  const match = texts.find((text) => text.length >= minLength && new RegExp(pattern, 'u').test(text));
  if (!match) throw new Error(`No text in tests/attacks/sample.ts fits ${pattern}: add one.`);
  return match;
}
