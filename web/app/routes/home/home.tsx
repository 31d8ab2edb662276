import { forms } from '@claimdesk/forms/registry';
import { data } from 'react-router';
import { siteContext } from '../../context.ts';
import { feedHref } from '../../navigation.ts';
import { pageMeta } from '../../page-meta.ts';
import { answerOf } from '../../procedure-errors.server.ts';
import { downloadOf } from '../intake/intake-forms.ts';
import { withAnchors } from '../page/anchors.ts';
import type { Route } from './+types/home';
import { Chapter, chaptersOf } from './chapter.tsx';
import { Hero } from './hero.tsx';
import { organizationData } from './organization-data.ts';
import { type JustSent, SentBanner } from './sent-banner.tsx';

/** Which form was just sent, and under which reference (SPEC section 8): `case-evaluation.K7QH-M9XA`. */
const sentCookie = 'sent';
const sentShape = /^([a-z-]{1,40})\.([A-Z0-9]{4}-[A-Z0-9]{4})$/;

export async function loader({ context }: Route.LoaderArgs) {
  const { api, cookies } = context.get(siteContext);
  const page = await answerOf(api.content.page({ slug: 'home' }));
  // It can't be deleted, so without it the content is on its way, as on the first start.
  if (!page) throw data(null, { status: 503 });
  const sent = cookies.get(sentCookie);
  // Shown once: the next visit has no cookie any more, and no cache keeps a page that names a reference.
  if (sent) cookies.clear(sentCookie);
  return data(
    { page, justSent: readSent(sent) },
    sent ? { headers: { 'cache-control': 'private, no-store' } } : {},
  );
}

function readSent(cookie: string | undefined): JustSent | null {
  const [, name = '', reference = ''] = sentShape.exec(cookie ?? '') ?? [];
  const form = Object.values(forms).find((each) => each.form === name);
  if (!form) return null;
  const { successTitle: title, successText: text } = form.ui;
  return { title, text, reference, download: downloadOf(name) };
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

/** The home page as editors wrote it (SPEC section 2, Home). */
export default function Home({ loaderData: { page, justSent } }: Route.ComponentProps) {
  return (
    <>
      {justSent ? <SentBanner {...justSent} /> : null}
      <Hero page={page} />
      {chaptersOf(withAnchors(page.blocks)).map((chapter) => (
        <Chapter key={chapter.first.id} {...chapter} />
      ))}
    </>
  );
}
