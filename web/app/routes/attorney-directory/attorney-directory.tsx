import { data } from 'react-router';
import { ContentBlock } from '../../components/blocks/content-block.tsx';
import { HoursLine } from '../../components/hours-line.tsx';
import { PhoneIcon } from '../../components/icons.tsx';
import { PageTop } from '../../components/page-top.tsx';
import { siteContext } from '../../context.ts';
import { useLayoutData } from '../../layout-data.ts';
import { pageMeta } from '../../page-meta.ts';
import '../../styles/directory.css';
import { withAnchors } from '../page/anchors.ts';
import type { Route } from './+types/attorney-directory';
import { directoryPath } from './addresses.ts';
import { DirectoryForm } from './directory-form.tsx';
import type { AttorneyPage, Directory } from './directory-types.ts';
import { describePage } from './page-words.ts';
import { readQuery } from './read-query.ts';
import { Results } from './results.tsx';
import { StateMap } from './state-map.tsx';

/** When the list can't be read, the page is still there, with what was typed and the phone number. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { api } = context.get(siteContext);
  // Editors' words are an extra here: without them there is still the list.
  const page = await api.content.page({ slug: 'attorney-directory' }).catch(() => null);
  const asked = readQuery(new URL(request.url).searchParams);
  try {
    return { ...(await api.attorneys.search(asked)), q: asked.q, hasFailed: false, words: page };
  } catch {
    // The procedure has logged why.
    return data<Directory>({ ...nothing, q: asked.q, hasFailed: true, words: page }, { status: 503 });
  }
}

const nothing: AttorneyPage = {
  state: null,
  isUnknownState: false,
  attorneys: [],
  total: 0,
  isMore: false,
  page: 1,
  pages: 1,
  states: [],
};

const crumbs = [{ label: 'Home', href: '/' }, { label: 'Attorney directory' }];

/** A search is a view of its state's page, or of the plain one: those two are what search engines are told of. */
export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, {
    ...describePage(loaderData),
    path: directoryPath({ state: loaderData?.state?.code }),
  });

/** Map, select and search are three views of one GET form; every choice is an address that can be shared. */
export default function AttorneyDirectory({ loaderData: directory }: Route.ComponentProps) {
  return (
    <>
      <PageTop
        crumbs={crumbs}
        title={directory.words?.title ?? 'Attorney directory'}
        lead={directory.words?.lead}
        spot="pins"
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
          <ContentBlock key={id} id={id} block={block} deadline={null} />
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
