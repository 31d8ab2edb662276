import { useLayoutData } from '../../layout-data.ts';
import { pageMeta } from '../../page-meta.ts';
import type { Route } from './+types/no-download';
import { noDownloadPath } from './addresses.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'This download is over',
    description: 'Other ways to get your signed contract.',
    path: noDownloadPath,
    hidden: true,
  });

export default function NoDownload() {
  const firm = useLayoutData();
  return (
    <div className="wrap page prose">
      <h1>This download is over</h1>
      <p>
        It works for one hour after you sign, in the browser that you signed with. Your contract is also in
        the email that we sent you.
      </p>
      {firm ? (
        <p>
          No email? Call <a href={firm.phoneHref}>{firm.phone}</a>. We send it again, or mail you a paper
          copy. Both are free.
        </p>
      ) : null}
      <p className="button-row">
        <a className="button" href="/">
          Return to Home
        </a>
      </p>
    </div>
  );
}
