import { data, redirect } from 'react-router';
import { ContentBlock } from '../../components/blocks/content-block.tsx';
import { breadcrumbData } from '../../components/breadcrumbs.tsx';
import { ContentsList } from '../../components/contents-list.tsx';
import { Html } from '../../components/html.tsx';
import { PageTop } from '../../components/page-top.tsx';
import type { ContentPage } from '../../content-types.ts';
import { siteContext } from '../../context.ts';
import type { DeadlineAnswer } from '../../deadline/deadline-answer.ts';
import { DeadlineHelper } from '../../deadline/deadline-helper.tsx';
import { findDeadline } from '../../deadline/find-deadline.server.ts';
import { useMenus } from '../../layout-data.ts';
import { originOf, pageMeta } from '../../page-meta.ts';
import { answerOf } from '../../procedure-errors.server.ts';
import type { Route } from './+types/page';
import { contentsOf, withAnchors } from './anchors.ts';
import { faqData } from './faq-data.ts';
import { leaveMissing } from './moved.server.ts';
import { spotOfPage } from './spot-of-page.ts';
import { UpdatedLine } from './updated-line.tsx';

/** Any page that editors wrote, by its web address (SPEC section 2 'Static content screens'). */
export async function loader({ context, params: { slug }, request }: Route.LoaderArgs) {
  const { api } = context.get(siteContext);
  const [page, facts] = await answerOf(
    Promise.all([api.content.page({ slug: slug.slice(0, 200) }), api.content.facts()]),
  );
  const { pathname, searchParams } = new URL(request.url);
  if (!page) return leaveMissing(pathname, api);
  if (page.path !== `/${slug}`) throw redirect(page.path, 301);
  const asks = page.blocks.some(({ kind }) => kind === 'deadlineHelper');
  const answer = asks ? await answerOf(findDeadline(searchParams, api)) : null;
  const answered = Boolean(answer?.deadline ?? answer?.problem);
  return data(
    { page, asOf: facts.asOf, answer, answered },
    // The date of somebody's letter stays out of the caches of a device that others use too.
    answered ? { status: answer?.problem ? 400 : 200, headers: { 'cache-control': 'no-store' } } : undefined,
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
    title: `${answer?.problem ? 'Error: ' : ''}${page.metaTitle}`,
    description: page.metaDescription,
    path,
    hidden: answered,
    jsonLd: [
      ...faqData(page),
      breadcrumbData([{ label: 'Home', href: '/' }, { label: page.title }], originOf(matches), path),
    ],
  });
};

export default function Page({ loaderData: { page, asOf, answer } }: Route.ComponentProps) {
  const blocks = withAnchors(page.blocks);
  const contents = contentsOf(blocks);
  const last = blocks.at(-1);
  const beside = contents.length === 0 && last?.block.kind === 'callToAction' ? last : undefined;
  const below = beside ? blocks.slice(0, -1) : blocks;
  return (
    <>
      <PageTop
        crumbs={useWayTo(page)}
        title={page.title}
        lead={page.lead}
        dates={<UpdatedLine isoUpdated={page.isoUpdated} asOf={asOf} />}
        spot={spotOfPage(page.slug)}
      />
      <div className={`wrap page ${layoutOf(contents, beside)}`} data-version={page.version}>
        {contents.length > 0 ? <ContentsList entries={contents} /> : null}
        <div className="parts">
          {below.map(({ id, block }) => (
            <ContentBlock key={id} id={id} block={block} deadline={<Deadline {...{ page, answer }} />} />
          ))}
        </div>
        {beside ? <ContentBlock {...beside} deadline={null} /> : null}
      </div>
    </>
  );
}

/** A list of contents stands beside the parts; where there is none, what to do next has its place. */
function layoutOf(contents: unknown[], beside: unknown): string {
  if (contents.length > 0) return 'with-contents';
  return beside ? 'page-columns' : '';
}

/** The way to a page leads through the menu that it stands in. */
function useWayTo({ path, title }: ContentPage) {
  const { menus } = useMenus();
  const menu = menus.find(({ links }) => links.some(({ to }) => to === path));
  return [{ label: 'Home', href: '/' }, ...(menu ? [{ label: menu.label }] : []), { label: title }];
}

function Deadline({ page, answer }: { page: ContentPage; answer: DeadlineAnswer | null }) {
  const block = page.blocks.find(({ kind }) => kind === 'deadlineHelper');
  if (block?.kind !== 'deadlineHelper' || !answer) return null;
  return (
    <DeadlineHelper answer={answer} path={page.path} heading={block.heading ?? ''}>
      <Html html={block.introHtml} />
    </DeadlineHelper>
  );
}
