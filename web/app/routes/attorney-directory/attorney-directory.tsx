import { HoursLine } from '../../components/hours-line.tsx';
import { PhoneIcon } from '../../components/icons.tsx';
import { siteContext } from '../../context.ts';
import { useLayoutData } from '../../layout-data.ts';
import { pageMeta } from '../../page-meta.ts';
import { answerOf } from '../../procedure-errors.server.ts';
import '../../styles/directory.css';
import type { Route } from './+types/attorney-directory';
import { directoryPath } from './addresses.ts';
import { DirectoryForm } from './directory-form.tsx';
import { describePage } from './page-words.ts';
import { readQuery } from './read-query.ts';
import { Results } from './results.tsx';
import { StateMap } from './state-map.tsx';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { api } = context.get(siteContext);
  const asked = readQuery(new URL(request.url).searchParams);
  return { ...(await answerOf(api.attorneys.search(asked))), q: asked.q };
}

/** A search is a view of its state's page, or of the plain one: those two are what search engines are told of. */
export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, {
    ...describePage(loaderData),
    path: directoryPath({ state: loaderData?.state?.code }),
  });

/** Map, select and search are three views of one GET form; every choice is an address that can be shared. */
export default function AttorneyDirectory({ loaderData: directory }: Route.ComponentProps) {
  return (
    <div className="wrap page directory">
      <header>
        <h1>Attorney Directory</h1>
        <p className="lead">
          Find an attorney for your Social Security disability claim. Choose your state, or search by name,
          city or specialty.
        </p>
      </header>
      <div className="directory-finder">
        <div className="directory-choice">
          <DirectoryForm directory={directory} />
          <HelpByPhone />
        </div>
        <StateMap directory={directory} />
      </div>
      <Results directory={directory} />
    </div>
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
