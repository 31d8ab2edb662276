import { data } from 'react-router';
import { siteContext } from '#web/app/context.ts';
import { withAnchors } from '#web/app/public/blocks/anchors.ts';
import { JustSent, noStore } from '#web/app/public/intake/sent/just-sent.tsx';
import { readJustSent } from '#web/app/public/intake/sent/sent.server.ts';
import { OverdueFigures } from '#web/app/ui/components/figure-notes.tsx';
import { feedHref } from '#web/app/ui/pages/navigation.ts';
import { frameOf, originOf, pageMeta } from '#web/app/ui/pages/page-meta.ts';
import { answerOf } from '#web/app/ui/pages/procedure-errors.server.ts';
import type { Route } from './+types/home';
import { Chapter, chaptersOf } from './chapter.tsx';
import { Hero } from './hero.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  const { api, cookies } = context.get(siteContext);
  const page = await answerOf(api.content.page({ slug: 'home' }));
  // It cannot be deleted, so without it the content is still being seeded, as on the first start.
  if (!page) throw data(null, { status: 503 });
  const justSent = await readJustSent({ api, cookies }, '/');
  return data({ page, justSent }, justSent ? { headers: noStore } : {});
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  if (!loaderData) return [];
  const { title, metaTitle, metaDescription } = loaderData.page;
  return pageMeta(matches, {
    title: metaTitle,
    description: metaDescription,
    path: '/',
    feed: feedHref,
    jsonLd: organizationData(matches, title),
  });
};

/** The home page as editors wrote it. */
export default function Home({ loaderData: { page, justSent } }: Route.ComponentProps) {
  return (
    <>
      {justSent ? <JustSent {...justSent} /> : null}
      <Hero page={page} />
      {chaptersOf(withAnchors(page.blocks)).map((chapter) => (
        <Chapter key={chapter.first.id} {...chapter} />
      ))}
      <div className="wrap">
        <OverdueFigures {...page.figureNotes} />
      </div>
    </>
  );
}

/** @returns the firm as a schema.org LegalService: what it does, how to reach it and whom it serves. */
function organizationData(matches: readonly unknown[], slogan: string): object[] {
  const firm = frameOf(matches)?.layout;
  if (!firm) return [];
  const origin = originOf(matches);
  return [
    {
      '@type': ['Organization', 'LegalService'],
      '@id': `${origin}/#firm`,
      name: firm.firmName,
      url: `${origin}/`,
      logo: `${origin}/favicon.svg`,
      telephone: firm.phoneHref.replace('tel:', ''),
      email: firm.email,
      foundingDate: '1993',
      slogan,
      knowsAbout: ['Social Security Disability Insurance', 'Supplemental Security Income'],
      areaServed: firm.counties.map((county) => ({
        '@type': 'AdministrativeArea',
        name: `${county} County, New Jersey`,
      })),
    },
  ];
}
