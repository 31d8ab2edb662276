import { data, redirect } from 'react-router';
import { siteContext } from '#web/app/context.ts';
import { type AnchoredBlock, contentsOf, withAnchors } from '#web/app/public/blocks/anchors.ts';
import { ContentBlock } from '#web/app/public/blocks/content-block.tsx';
import { Calculator } from '#web/app/public/calculators/calculator.tsx';
import { findAnswer } from '#web/app/public/calculators/find-answer.server.ts';
import { breadcrumbData } from '#web/app/public/parts/breadcrumbs.tsx';
import { ContentsList } from '#web/app/public/parts/contents-list.tsx';
import { Html } from '#web/app/public/parts/html.tsx';
import { OverdueLine, PageFoot, reviewData, UpdatedLine } from '#web/app/public/parts/page-foot.tsx';
import { PageTop } from '#web/app/public/parts/page-top.tsx';
import type { CalculatorAnswer } from '#web/app/ui/components/answer.ts';
import { FigureNotices } from '#web/app/ui/components/figure-notes.tsx';
import type { ContentPage } from '#web/app/ui/files/content-types.ts';
import { useMenus } from '#web/app/ui/pages/layout-data.ts';
import { leaveMissing } from '#web/app/ui/pages/moved-pages.server.ts';
import { originOf, pageMeta } from '#web/app/ui/pages/page-meta.ts';
import { answerOf } from '#web/app/ui/pages/procedure-errors.server.ts';
import type { Route } from './+types/page';

/** Any page that editors wrote, found by its slug. */
export async function loader({ context, params: { slug }, url }: Route.LoaderArgs) {
  const { api } = context.get(siteContext);
  const page = await answerOf(api.content.page({ slug: slug.slice(0, 200) }));
  const { pathname, searchParams } = url;
  if (!page) return leaveMissing(pathname, api);
  if (page.path !== `/${slug}`) throw redirect(page.path, 301);
  const calculator = calculatorOf(page);
  const answer = calculator ? await answerOf(findAnswer(calculator.name, searchParams, api)) : null;
  const answered = Boolean(answer?.result ?? answer?.faults);
  return data(
    { page, answer, answered },
    // What a visitor typed stays out of the cache of a shared device.
    answered ? { status: answer?.faults ? 400 : 200, headers: { 'cache-control': 'no-store' } } : undefined,
  );
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  if (!loaderData) return [];
  const { page, answer, answered } = loaderData;
  const { path } = page;
  return pageMeta(matches, {
    title: `${answer?.faults ? 'Error: ' : ''}${page.metaTitle}`,
    description: page.metaDescription,
    path,
    hidden: answered,
    jsonLd: [
      ...faqData(page),
      ...pageData(page, originOf(matches) + path),
      breadcrumbData([{ label: 'Home', href: '/' }, { label: page.title }], originOf(matches), path),
    ],
  });
};

export default function Page({ loaderData: { page, answer } }: Route.ComponentProps) {
  const blocks = withAnchors(page.blocks);
  const contents = contentsOf(blocks);
  const last = blocks.at(-1);
  const closing = contents.length === 0 && last?.block.kind === 'callToAction' ? last : undefined;
  const below = closing ? blocks.slice(0, -1) : blocks;
  // A visitor with a letter in hand needs this part before the full list.
  const isHelperFirst = contents.length > 0 && below[0]?.block.kind === 'deadlineHelper';
  const first = below.slice(0, isHelperFirst ? 1 : 0);
  const rest = below.slice(first.length);
  const present = ({ id, block }: AnchoredBlock) => (
    <ContentBlock key={id} id={id} block={block} calculator={<PageCalculator {...{ page, answer }} />} />
  );
  return (
    <>
      <PageTop
        crumbs={useCrumbs(page)}
        title={page.title}
        lead={page.lead}
        dates={<UpdatedLine {...page} />}
        illustration={page.illustration}
      />
      <div className={`wrap page ${layoutOf(contents, closing)}`} data-version={page.version}>
        {isHelperFirst ? (
          <div className="parts">
            <OverdueLine {...page} />
            {first.map(present)}
          </div>
        ) : null}
        {contents.length > 0 ? <ContentsList entries={contents} /> : null}
        <div className="parts">
          {isHelperFirst ? null : <OverdueLine {...page} />}
          {rest.map(present)}
          <FigureNotices {...page.figureNotes} />
          <PageFoot {...page} />
        </div>
        {closing ? <ContentBlock {...closing} /> : null}
      </div>
    </>
  );
}

/** A table of contents is beside the parts; without one, the call to action takes its place. */
function layoutOf(contents: unknown[], closing: unknown): string {
  if (contents.length > 0) return 'with-contents';
  return closing ? 'page-columns' : '';
}

/** The breadcrumbs follow the menu that lists the page. */
function useCrumbs({ path, title }: ContentPage) {
  const { menus } = useMenus();
  const menu = menus.find(({ links }) => links.some(({ to }) => to === path));
  return [{ label: 'Home', href: '/' }, ...(menu ? [{ label: menu.label }] : []), { label: title }];
}

/** @returns the page's calculator, of which editors can put one on a page. */
function calculatorOf({ blocks }: ContentPage) {
  for (const block of blocks) {
    if (block.kind === 'deadlineHelper') return { name: 'deadline' as const, block };
    if (block.kind === 'calculator') return { name: block.calculator, block };
  }
  return undefined;
}

function PageCalculator({ page, answer }: { page: ContentPage; answer: CalculatorAnswer | null }) {
  const calculator = calculatorOf(page);
  if (!calculator || !answer) return null;
  return (
    <Calculator answer={answer} path={page.path} heading={calculator.block.heading ?? ''}>
      <Html html={calculator.block.introHtml} />
    </Calculator>
  );
}

/** @returns the page's listed questions as structured data for search engines; empty without any. */
function faqData({ blocks }: ContentPage): object[] {
  const questions = blocks.flatMap((block) => (block.kind === 'faq' ? block.listed : []));
  if (questions.length === 0) return [];
  return [
    {
      '@type': 'FAQPage',
      mainEntity: questions.map(({ question, text }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text },
      })),
    },
  ];
}

/** @returns the reviewer and the sources of the page, as structured data; empty where neither is known. */
function pageData(page: ContentPage, address: string): object[] {
  const review = reviewData(page);
  return Object.keys(review).length > 0 ? [{ '@type': 'WebPage', '@id': address, ...review }] : [];
}
