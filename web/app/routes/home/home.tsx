import { data } from 'react-router';
import { siteContext } from '../../context.ts';
import { feedHref } from '../../navigation.ts';
import { pageMeta } from '../../page-meta.ts';
import { answerOf } from '../../procedure-errors.server.ts';
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
import { SentBanner } from './sent-banner.tsx';
import { Services } from './services.tsx';
import { Testimonials } from './testimonials.tsx';

/** The one cookie of the public site: the reference of a case evaluation that was just sent (SPEC section 8). */
const sentCookie = 'sent';
const referenceShape = /^[A-Z0-9]{4}-[A-Z0-9]{4}$/;

export async function loader({ context }: Route.LoaderArgs) {
  const { api, cookies } = context.get(siteContext);
  const [facts, articles, testimonials] = await answerOf(
    Promise.all([api.content.facts(), api.content.articles(), api.content.testimonials({ show: 'home' })]),
  );
  const sent = cookies.get(sentCookie);
  // Shown once: the next visit has no cookie any more, and no cache keeps a page that names a reference.
  if (sent) cookies.clear(sentCookie);
  const reference = sent && referenceShape.test(sent) ? sent : null;
  return data(
    { facts, articles, testimonials, reference },
    sent ? { headers: { 'cache-control': 'private, no-store' } } : {},
  );
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
  loaderData: { facts, articles, testimonials, reference },
}: Route.ComponentProps) {
  return (
    <>
      {reference ? <SentBanner reference={reference} /> : null}
      <Hero />
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
