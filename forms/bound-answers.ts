import type { JsonSchema } from './definition.ts';

/**
 * Cuts a value down to just over what its schema allows. A validator that reports all errors would otherwise run every
 * pattern over megabytes; what is cut here is still too long, so it is refused for its length as it would have been.
 */
export function associatedValue(schema: JsonSchema, value: unknown): unknown {
  if (typeof value === 'string') {
    // Lengths count code points, of which one takes at most two units of a string.
    return schema.maxLength === undefined ? value : value.slice(0, 2 * schema.maxLength + 1);
  }
  if (schema.type === 'array' && Array.isArray(value)) {
    return value
      .slice(0, (schema.maxItems ?? 0) + 1)
      .map((item) => associatedValue(schema.items ?? {}, item));
  }
  if (schema.type === 'object' && value !== null && typeof value === 'object' && !Array.isArray(value)) {
    const properties = schema.properties ?? {};
    const known = Object.keys(value).filter((name) => Object.hasOwn(properties, name));
    const strange = Object.keys(value).find((name) => !Object.hasOwn(properties, name));
    const kept = strange === undefined ? known : [...known, strange];
    return Object.fromEntries(
      kept.map((name) => [
        name,
        associatedValue(properties[name] ?? {}, (value as Record<string, unknown>)[name]),
      ]),
    );
  }
  return value;
}
