import { createServerFeature } from '@payloadcms/richtext-lexical';
import type { Config } from 'payload';
import { quoting } from './find-uses.ts';

/** Adds the menu of figures to an editor of rich text. */
export const FigureFeature = createServerFeature({
  key: 'figure',
  feature: { ClientFeature: '/admin/figures/insert-figure.tsx#InsertFigureFeature' },
});

/** Offers the figures above the form of everything whose text may show them. */
export function offerFigures(config: Config): Config {
  const slugs: readonly string[] = quoting.map(({ slug }) => slug);
  return {
    ...config,
    collections: config.collections?.map((each) =>
      slugs.includes(each.slug)
        ? {
            ...each,
            admin: {
              ...each.admin,
              components: {
                ...each.admin?.components,
                edit: {
                  ...each.admin?.components?.edit,
                  beforeDocumentControls: [
                    ...(each.admin?.components?.edit?.beforeDocumentControls ?? []),
                    '/admin/figures/insert-figure.tsx#CopyFigure',
                  ],
                },
              },
            },
          }
        : each,
    ),
  };
}
