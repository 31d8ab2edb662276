import { downloads } from '@claimdesk/api/download-names';
import { longDate } from '@claimdesk/forms/calendar';
import { longEasternDate } from '@claimdesk/forms/eastern-time';
import { forClient } from '#web/app/portal/client-request.server.ts';
import { ConfirmFirst } from '#web/app/portal/confirm-first.tsx';
import { downloadsPath } from '#web/app/portal/portal.ts';
import { TooManyDownloads } from '#web/app/portal/too-many-downloads.tsx';
import type { Outputs } from '#web/app/trpc.ts';
import { HoursLine } from '#web/app/ui/components/hours-line.tsx';
import { DownloadIcon } from '#web/app/ui/components/icons.tsx';
import { PhoneLink } from '#web/app/ui/components/phone-link.tsx';
import { fileSize } from '#web/app/ui/files/documents.ts';
import { useLayoutData } from '#web/app/ui/pages/layout-data.ts';
import { contractHref } from '#web/app/ui/pages/navigation.ts';
import { pageMeta } from '#web/app/ui/pages/page-meta.ts';
import type { Route } from './+types/downloads';
import './downloads.css';

type Offered = Outputs['downloads']['list'][number];

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Downloads, Client Portal',
    description: 'The portal for clients.',
    path: downloadsPath,
    hidden: true,
  });

export function loader(page: Route.LoaderArgs) {
  const wait = page.url.searchParams.has('wait');
  return forClient(page, async ({ api }) => ({ wait, offered: await api.downloads.list() }));
}

/** The client's four documents. */
export default function Downloads({ loaderData: { wait, offered } }: Route.ComponentProps) {
  return (
    <>
      <h1>Downloads</h1>
      {wait ? <TooManyDownloads /> : null}
      {offered.some(({ state }) => state === 'unconfirmed') ? (
        <ConfirmFirst title="Two documents wait until your account is confirmed">
          <p>
            We do not know yet that it was you who made this account, so we do not show your evidence of
            filing and your contract. You can download the two forms. They are blank: once your account is
            confirmed, we fill in your name, your date of birth and your address.
          </p>
        </ConfirmFirst>
      ) : null}
      <ul className="downloads">
        {offered.map((each) => (
          <li className="card" key={each.name}>
            <Download offered={each} />
          </li>
        ))}
      </ul>
      <Help />
    </>
  );
}

function Download({ offered }: { offered: Offered }) {
  const { name, state } = offered;
  const { title, category, about } = downloads[name];
  return (
    <>
      <div>
        <p className="category">{category}</p>
        <h2>{title}</h2>
        <p>{about}</p>
        {state === 'ready' ? <Facts offered={offered} /> : <Waiting offered={offered} />}
      </div>
      {state === 'ready' ? (
        <p>
          <a className="button" href={`${downloadsPath}/${name}/file`}>
            <DownloadIcon />
            Download<span className="visually-hidden"> {title}</span>
          </a>
        </p>
      ) : null}
    </>
  );
}

/** Type, size and date of the file. */
function Facts({ offered: { name, ending, size, made, date, countersignedAt } }: { offered: Offered }) {
  const facts = [
    ending?.toUpperCase(),
    size === null ? null : `${made ? 'about ' : ''}${fileSize(size)}`,
    date && dateWords(name, date),
    countersignedAt && `and by our representative on ${longEasternDate(countersignedAt)}`,
  ];
  return <p className="file-facts">{facts.filter(Boolean).join(', ')}</p>;
}

function dateWords(name: Offered['name'], date: string): string {
  if (name === 'client-contract') return `signed on ${longEasternDate(date)}`;
  if (name === 'evidence-of-filing') return `added on ${longEasternDate(date)}`;
  return `form dated ${longDate(date)}`;
}

/** Why there is no file, and what happens next. */
function Waiting({ offered: { name, state } }: { offered: Offered }) {
  if (state === 'unconfirmed')
    return (
      <p className="waiting">
        <strong>Waits until your account is confirmed.</strong>
      </p>
    );
  if (name === 'evidence-of-filing')
    return (
      <p className="waiting">
        <strong>Not here yet.</strong> When your claim is filed with Social Security, our office puts the
        proof here. There is nothing you have to do for it now.
      </p>
    );
  return (
    <p className="waiting">
      <strong>Not here yet.</strong> Our office has not matched a contract with your account. If you have not
      signed it yet, you can <a href={contractHref}>sign the service contract</a>. If you have, please call
      us, and we will put it here.
    </p>
  );
}

function Help() {
  const firm = useLayoutData();
  if (!firm) return null;
  return (
    <section className="card download-help" aria-labelledby="download-help">
      <h2 id="download-help">Need help with a document?</h2>
      <p>
        Call us at <PhoneLink firm={firm} end="." /> We help you with each of them.
      </p>
      <p>
        Our office hours: <HoursLine hours={firm.hours} />
      </p>
    </section>
  );
}
