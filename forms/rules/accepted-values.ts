import type { ValidateFunction } from 'ajv';
import { compileSchema } from '../ajv.ts';
import type { JsonSchema } from '../definition.ts';

const compiled = new WeakMap<JsonSchema, ValidateFunction>();

/** @returns the keywords of a field's schema by which a value is refused; nothing when the field takes it. */
export function refusedBy(property: JsonSchema, value: unknown): string | undefined {
  const { deprecated: _deprecated, ...schema } = property;
  const validate = compiled.get(property) ?? compileSchema(schema);
  compiled.set(property, validate);
  return validate(value) ? undefined : validate.errors?.map(({ keyword }) => keyword).join(', ');
}
