/**
 * Takes the place of the URI library that rjsf brings (vite.config.ts), of which it uses one function, for references
 * between schemas. Ours have none; browsers and Node can do it themselves.
 */
const resolver = { resolve: (base: string, reference: string) => new URL(reference, base).href };
export default resolver;
