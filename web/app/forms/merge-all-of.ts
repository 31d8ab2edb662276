/**
 * Replaces rjsf's `allOf` merging library (aliased in vite.config.ts). A step's schema has no `allOf`: `stepSchema` in
 * forms/ui-schema.ts resolves conditional questions before rendering.
 */
export default function mergeAllOf(): never {
  throw new Error('A form was given a schema that is not one of a step.');
}
