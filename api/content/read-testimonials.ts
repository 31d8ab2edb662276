import { figuresIn } from '@claimdesk/cms/tokens';
import type { Deps } from '#api/platform/deps.ts';
import type { Testimonial } from './page-blocks.ts';
import { tokenSources } from './read-figures.ts';
import { readTokens } from './read-site.ts';
import { fillTokens } from './render-rich-text.ts';

const maxTestimonials = 100;

/** @returns the published testimonials in the editors' order; with `home` only those chosen for the home page. */
export async function readTestimonials(
  show: 'all' | 'home',
  deps: Pick<Deps, 'payload' | 'content' | 'settings'>,
): Promise<Testimonial[]> {
  return deps.content.remember(`testimonials ${show}`, ['testimonials', ...tokenSources], async () => {
    const tokens = await readTokens(deps);
    const { docs } = await deps.payload.find({
      collection: 'testimonials',
      where: {
        _status: { equals: 'published' },
        ...(show === 'home' ? { showOnHome: { equals: true } } : {}),
      },
      sort: 'order',
      limit: maxTestimonials,
      pagination: false,
      depth: 0,
      overrideAccess: false,
    });
    return docs.map(({ author, location, quote, initials }) => ({
      author,
      location: `${location} County`,
      quote: fillTokens(quote, tokens),
      initials,
      figureNames: figuresIn(quote),
    }));
  });
}
