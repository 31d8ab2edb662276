import { data } from 'react-router';
import { siteContext } from '#web/app/context.ts';
import { ContentBlock } from '#web/app/public/blocks/content-block.tsx';
import { PageTop } from '#web/app/public/parts/page-top.tsx';
import { HoursLine } from '#web/app/ui/components/hours-line.tsx';
import { PhoneIcon } from '#web/app/ui/components/icons.tsx';
import { useLayoutData } from '#web/app/ui/pages/layout-data.ts';
import { pageMeta } from '#web/app/ui/pages/page-meta.ts';
import './directory.css';
import { withAnchors } from '#web/app/public/blocks/anchors.ts';
import { JustSent, noStore } from '#web/app/public/intake/sent/just-sent.tsx';
import { readJustSent } from '#web/app/public/intake/sent/sent.server.ts';
import type { Route } from './+types/attorney-directory';
import { directoryPath, readQuery } from './addresses.ts';
import { DirectoryForm } from './directory-form.tsx';
import type { AttorneyPage, Directory } from './directory-types.ts';
import { Results } from './results.tsx';
import { StateMap } from './state-map.tsx';

/** When the list cannot be read, the page still shows what was typed and the phone number. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { api, cookies } = context.get(siteContext);
  // The list works without the editors' text.
  const page = await api.content.page({ slug: 'attorney-directory' }).catch(() => null);
  const query = readQuery(url.searchParams);
  const typed = { q: query.q, typedZip: query.zip };
  const justSent = await readJustSent({ api, cookies }, '/attorney-directory');
  try {
    const found = await api.attorneys.search(query);
    return data(
      { ...found, ...typed, hasFailed: false, words: page, justSent },
      // No cache may keep where a visitor lives.
      justSent || query.zip ? { headers: noStore } : {},
    );
  } catch {
    // The procedure has logged why.
    return data({ ...nothing, ...typed, hasFailed: true, words: page, justSent }, { status: 503 });
  }
}

/** Without this the page would be sent as one that every cache may keep. */
export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

const nothing: AttorneyPage = {
  state: null,
  isUnknownState: false,
  zip: null,
  isUnknownZip: false,
  attorneys: [],
  total: 0,
  isMore: false,
  page: 1,
  pages: 1,
  states: [],
  nearestStates: [],
};

const crumbs = [{ label: 'Home', href: '/' }, { label: 'Attorney directory' }];

/** The canonical URL of a search is its state's page, or the whole directory. */
export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, {
    ...describePage(loaderData),
    path: directoryPath({ state: loaderData?.state?.code }),
  });

/** Map, select and search are three views of one GET form; every choice has a URL that can be shared. */
export default function AttorneyDirectory({ loaderData: directory }: Route.ComponentProps) {
  return (
    <>
      {directory.justSent ? <JustSent {...directory.justSent} /> : null}
      <PageTop
        crumbs={crumbs}
        title={directory.words?.title ?? 'Attorney directory'}
        lead={directory.words?.lead}
        illustration={directory.words?.illustration}
      />
      <div className="wrap page directory" data-version={directory.words?.version}>
        <div className="directory-finder">
          <div className="directory-choice">
            <DirectoryForm directory={directory} />
            <HelpByPhone />
          </div>
          <StateMap directory={directory} />
        </div>
        <Results directory={directory} />
        {withAnchors(directory.words?.blocks ?? []).map(({ id, block }) => (
          <ContentBlock key={id} id={id} block={block} />
        ))}
      </div>
    </>
  );
}

function HelpByPhone() {
  const firm = useLayoutData();
  if (!firm) return null;
  return (
    <p className="directory-help">
      <strong>Not sure whom to choose?</strong> We help you find the right attorney.
      <a className="directory-phone" href={firm.phoneHref}>
        <PhoneIcon />
        Call {firm.phone}
      </a>
      <span className="fine">
        <HoursLine hours={firm.hours} />
      </span>
    </p>
  );
}

/** @returns the unique title and description of one view; editors write those of the whole directory. */
function describePage(directory: Directory | undefined): { title: string; description: string } {
  const { words, state, q, zip, page: number = 1 } = directory ?? {};
  if (words && !state && !q && !zip && number === 1) {
    return { title: words.metaTitle, description: words.metaDescription };
  }
  const near = zip ? `near ${zip}` : undefined;
  const inState = state ? `in ${state.name}` : undefined;
  const where = [near, inState].filter(Boolean).join(' ') || 'in the United States';
  const what = directory?.q ? `“${directory.q}”` : undefined;
  const page = directory && directory.page > 1 ? `Page ${directory.page} of ${directory.pages}` : undefined;
  const subject = near || inState ? `Disability attorneys ${where}` : 'Disability attorney directory';
  const contents = `${what ? `Attorneys found for ${what} ${where}` : `Attorneys ${where} for Social Security disability claims`}: experience, specialties, phone and email.`;
  return {
    title: [what ? `${subject}: ${what}` : subject, page].filter(Boolean).join(', '),
    description: [contents, page ? `${page}.` : 'Search by ZIP code, name, city or specialty.'].join(' '),
  };
}
