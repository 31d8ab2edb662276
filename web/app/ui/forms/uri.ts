/**
 * In the browser, what rjsf takes of `fast-uri`: comparing addresses and resolving one against another, by the browser's own
 * `URL`. Only references between schemas need it, which our forms do not have, and the package is 7 KB of script on every page
 * with a form. `web/vite.config.ts` puts it in place; `rjsf-contract.test.tsx` holds that both give the same.
 */
const uri = {
  equal: (one: string, other: string) => absolute(one) === absolute(other),
  resolve(base: string, reference: string): string {
    const resolved = new URL(reference, absolute(base)).href;
    return resolved.startsWith(nowhere) ? resolved.slice(nowhere.length) : resolved;
  },
};

/** Stands for the address of a schema that has none. */
const nowhere = 'schema://nowhere/';

function absolute(address: string): string {
  return new URL(address, nowhere).href;
}

// As the package that it stands for.
export default uri;
