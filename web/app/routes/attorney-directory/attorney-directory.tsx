import { data } from 'react-router';
import { HoursLine } from '../../components/hours-line.tsx';
import { PhoneIcon } from '../../components/icons.tsx';
import { PageTop } from '../../components/page-top.tsx';
import { siteContext } from '../../context.ts';
import { useLayoutData } from '../../layout-data.ts';
import { joinHref } from '../../navigation.ts';
import { pageMeta } from '../../page-meta.ts';
import '../../styles/directory.css';
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
  const asked = readQuery(new URL(request.url).searchParams);
  try {
    return { ...(await api.attorneys.search(asked)), q: asked.q, hasFailed: false };
  } catch {
    // The procedure has logged why.
    return data<Directory>({ ...nothing, q: asked.q, hasFailed: true }, { status: 503 });
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
        title="Attorney Directory"
        lead="Find an attorney for your Social Security disability claim. Choose your state, or search by name, city or specialty."
        spot="pins"
      />
      <div className="wrap page directory">
        <div className="directory-finder">
          <div className="directory-choice">
            <DirectoryForm directory={directory} />
            <HelpByPhone />
          </div>
          <StateMap directory={directory} />
        </div>
        <Results directory={directory} />
        <p className="directory-join">
          Are you an attorney? <a href={joinHref}>Apply to join the network</a>
        </p>
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
