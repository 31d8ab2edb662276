/**
 * Replaces rjsf's URI library (aliased in vite.config.ts), of which rjsf uses one function, to resolve references between
 * schemas. Our schemas have none, and `URL` does the same.
 */
const resolver = { resolve: (base: string, reference: string) => new URL(reference, base).href };
export default resolver;
