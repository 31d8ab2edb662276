/**
 * Takes the place of what rjsf brings to merge `allOf` (vite.config.ts). The schema of a step has none, since which
 * questions are asked is decided before it is drawn (`stepSchema` in forms/ui-schema.ts).
 */
export default function mergeAllOf(): never {
  throw new Error('A form was given a schema that is not one of a step.');
}
