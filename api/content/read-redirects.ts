import type { Deps } from '#api/platform/deps.ts';

export interface Redirect {
  to: string;
  permanent: boolean;
}

const maxRedirects = 5_000;

/**
 * @param path the requested path, without query and fragment.
 * @returns the final target, which is not redirected itself; null when there is no redirect, or when redirects form a
 * loop, which the CMS rejects.
 */
export async function readRedirect(
  path: string,
  { payload, content }: Pick<Deps, 'payload' | 'content'>,
): Promise<Redirect | null> {
  const redirects = await content.remember('redirects', ['redirects'], async () => {
    const { docs } = await payload.find({
      collection: 'redirects',
      limit: maxRedirects,
      pagination: false,
      depth: 0,
      overrideAccess: false,
    });
    return new Map(docs.map(({ from, to, permanent }) => [from, { to, permanent: permanent !== false }]));
  });
  const seen = new Set([path]);
  let found = redirects.get(path);
  while (found) {
    const next = found.to.replace(/[?#].*$/, '');
    if (seen.has(next)) return null;
    seen.add(next);
    const further = redirects.get(next);
    if (!further) return found;
    found = { to: further.to, permanent: found.permanent && further.permanent };
  }
  return null;
}
