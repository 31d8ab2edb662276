import { forms } from '@claimdesk/forms/registry';
import { data } from 'react-router';
import { siteContext } from '../../context.ts';
import { feedHref } from '../../navigation.ts';
import { pageMeta } from '../../page-meta.ts';
import { answerOf } from '../../procedure-errors.server.ts';
import { downloadOf } from '../intake/intake-forms.ts';
import type { Route } from './+types/home';
import { About } from './about.tsx';
import { Appeal } from './appeal.tsx';
import { ArticleGrid } from './article-grid.tsx';
import { Basics } from './basics.tsx';
import { Contact } from './contact.tsx';
import { Hearing } from './hearing.tsx';
import { Hero } from './hero.tsx';
import { Network } from './network.tsx';
import { organizationData } from './organization-data.ts';
import { PortalPromo } from './portal-promo.tsx';
import { type JustSent, SentBanner } from './sent-banner.tsx';
import { Services } from './services.tsx';
import { Testimonials } from './testimonials.tsx';

/** Which form was just sent, and under which reference (SPEC section 8): `case-evaluation.K7QH-M9XA`. */
const sentCookie = 'sent';
const sentShape = /^([a-z-]{1,40})\.([A-Z0-9]{4}-[A-Z0-9]{4})$/;

export async function loader({ context }: Route.LoaderArgs) {
  const { api, cookies } = context.get(siteContext);
  const [facts, articles, testimonials] = await answerOf(
    Promise.all([api.content.facts(), api.content.articles(), api.content.testimonials({ show: 'home' })]),
  );
  const sent = cookies.get(sentCookie);
  // Shown once: the next visit has no cookie any more, and no cache keeps a page that names a reference.
  if (sent) cookies.clear(sentCookie);
  return data(
    { facts, articles, testimonials, justSent: readSent(sent) },
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

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Help with Social Security disability claims in New Jersey',
    description:
      'Help with SSDI and SSI claims, appeals and hearings in all 21 counties of New Jersey. No fee unless you win. Ask for a free case evaluation.',
    path: '/',
    feed: feedHref,
    jsonLd: organizationData(matches),
  });

export default function Home({
  loaderData: { facts, articles, testimonials, justSent },
}: Route.ComponentProps) {
  return (
    <>
      {justSent ? <SentBanner {...justSent} /> : null}
      <Hero />
      <PortalPromo />
      <Services facts={facts} />
      <About facts={facts} />
      <Network />
      <Basics facts={facts} />
      <Appeal facts={facts} />
      <Hearing facts={facts} />
      <Testimonials testimonials={testimonials} />
      <Contact />
      <ArticleGrid articles={articles} />
    </>
  );
}
