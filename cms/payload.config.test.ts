import type { ArrayField, Field, SanitizedConfig } from 'payload';
import { beforeAll, describe, expect, it } from 'vitest';

let config: SanitizedConfig;
beforeAll(async () => {
  config = await (await import('./payload.config.ts')).default;
});

const made = ['updatedAt', 'createdAt', '_status', 'id'];

/** Paths of the fields that editors fill in and that lack help. */
function withoutHelp(fields: Field[], above: string): string[] {
  return fields.flatMap((field): string[] => {
    if (field.type === 'tabs') return field.tabs.flatMap((tab) => withoutHelp(tab.fields, above));
    if (field.type === 'row' || field.type === 'collapsible') return withoutHelp(field.fields, above);
    if (field.type === 'ui' || !('name' in field) || !field.name || made.includes(field.name)) return [];
    if (field.hidden || field.admin?.hidden) return [];
    const here = `${above}.${field.name}`;
    const inner = field.type === 'group' || field.type === 'array' ? withoutHelp(field.fields, here) : [];
    return field.admin && 'description' in field.admin && field.admin.description ? inner : [here, ...inner];
  });
}

describe('configuration', () => {
  it('every field that editors fill in has help in plain words', () => {
    const ours = config.collections.filter(({ slug }) => !slug.startsWith('payload-'));
    const filledIn = ours.filter(({ admin }) => admin.hidden !== true);
    const missing = [...filledIn, ...config.globals].flatMap(({ slug, fields }) => withoutHelp(fields, slug));
    const uploaded = /^media\.(url|thumbnailURL|filename|mimeType|filesize|width|height|focalX|focalY|sizes)/;
    const account = /^users\.(salt|hash|resetPassword|loginAttempts|lockUntil|sessions)/;
    expect(missing.filter((path) => !uploaded.test(path) && !account.test(path))).toEqual([]);
  });

  it('only our own origin may use an editor’s session', () => {
    expect(config.csrf).toHaveLength(1);
    expect(config.cors).toEqual(config.csrf);
    expect(config.graphQL.disable).toBe(true);
    expect(config.telemetry).toBe(false);
  });

  it('drafts are saved no faster than once a second and 50 versions are kept', () => {
    for (const slug of ['articles', 'faq', 'pages', 'testimonials', 'listings']) {
      const versions = config.collections.find((collection) => collection.slug === slug)?.versions;
      expect(versions?.maxPerDoc).toBe(50);
      expect(versions?.drafts).toMatchObject({ autosave: { interval: 1500 } });
    }
  });

  it('an empty row of a list is called what the button to add one calls it', () => {
    const rowsOf = (fields: Field[]): [string, unknown][] =>
      fields.flatMap((field): [string, unknown][] => {
        if (field.type === 'tabs') return field.tabs.flatMap((tab) => rowsOf(tab.fields));
        if (field.type === 'blocks') return field.blocks.flatMap((block) => rowsOf(block.fields));
        if (!('fields' in field)) return [];
        const label = field.type === 'array' ? field.admin?.components?.RowLabel : undefined;
        const isOurs = typeof label === 'object' && label.path.endsWith('#RowLabel');
        const own: [string, unknown][] = isOurs
          ? [[String((field as ArrayField).labels?.singular), (label.clientProps as { kind?: string }).kind]]
          : [];
        return [...own, ...rowsOf(field.fields)];
      });
    const rows = [...config.collections, ...config.globals].flatMap(({ fields }) => rowsOf(fields));
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.filter(([singular, kind]) => singular !== kind)).toEqual([]);
  });
});
