import { type Config, type FieldHook, ValidationError } from 'payload';

type Data = Parameters<FieldHook>[0]['data'];

/** Invisible characters that come with pasted text and that feeds, sitemaps and mail can't carry. */
const forbidden = /[^\t\n\r\u{20}-\u{7e}\u{a0}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u;

/** Refuses control characters in every text of every collection and global, and names the place. */
export function refuseControlCharacters(config: Config): Config {
  const refuse = (where: { collection?: string; global?: string }, data: Data) => {
    const errors = Object.entries(data ?? {}).flatMap(([path, value]) => {
      const before = findForbidden(value);
      return before === undefined ? [] : [{ path, message: sentence(before) }];
    });
    if (errors.length > 0) throw new ValidationError({ ...where, errors });
    return data;
  };
  return {
    ...config,
    collections: config.collections?.map((each) => ({
      ...each,
      hooks: {
        ...each.hooks,
        beforeValidate: [
          ({ data }) => refuse({ collection: each.slug }, data),
          ...(each.hooks?.beforeValidate ?? []),
        ],
      },
    })),
    globals: config.globals?.map((each) => ({
      ...each,
      hooks: {
        ...each.hooks,
        beforeValidate: [
          ({ data }) => refuse({ global: each.slug }, data),
          ...(each.hooks?.beforeValidate ?? []),
        ],
      },
    })),
  };
}

function sentence(before: string): string {
  const place = before ? `after "${before}"` : 'at the beginning of a text';
  return `There is an invisible control character ${place}. Delete that place and type it again.`;
}

/** @returns the words before the first control character in any nested text; undefined if there is none. */
function findForbidden(value: unknown): string | undefined {
  if (typeof value === 'string') {
    const at = value.search(forbidden);
    return at < 0 ? undefined : value.slice(Math.max(0, at - 20), at);
  }
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value) || value instanceof Date)
    return undefined;
  for (const each of Object.values(value)) {
    const found = findForbidden(each);
    if (found !== undefined) return found;
  }
  return undefined;
}
