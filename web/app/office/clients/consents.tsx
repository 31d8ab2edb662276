import { shortEasternDateTime } from '@claimdesk/forms/eastern-time';
import { RecordTable } from '#web/app/office/record-table.tsx';
import type { Outputs } from '#web/app/trpc.ts';
import { Section } from './section.tsx';

type Client = Outputs['clients']['detail'];
type Consent = Client['consents'][number];

const words: Record<Consent['kind'], string> = {
  'text-messages': 'Text messages',
  'discuss-claim': 'Discussing the claim with this contact',
  mail: 'Letters',
  email: 'Emails',
};

/** How many are shown at once. */
const firstShown = 10;

/** The ledger of consents: what was agreed to, in which words, when and from where. The newest entry for each consent counts. */
export function Consents({ client: { consents } }: { client: Client }) {
  const [newest, older] = [consents.slice(0, firstShown), consents.slice(firstShown)];
  return (
    <Section title="Consents">
      {consents.length === 0 ? <p>No consents yet.</p> : null}
      {newest.length > 0 ? (
        <ConsentTable
          caption="Newest first. For each entry, only its newest line counts. Dates are in Eastern time."
          consents={newest}
        />
      ) : null}
      {older.length > 0 ? (
        <details className="fold">
          <summary>Show all consents</summary>
          <ConsentTable caption={`The ${older.length} before them, of the newest 100.`} consents={older} />
        </details>
      ) : null}
    </Section>
  );
}

interface ConsentTableProps {
  caption: string;
  consents: Consent[];
}

function ConsentTable({ caption, consents }: ConsentTableProps) {
  return (
    <RecordTable
      className="consents"
      caption={caption}
      columns={['What', 'Answer', 'When', 'From', 'Wording']}
    >
      {consents.map((consent) => (
        <tr key={consent.id}>
          <th scope="row">
            {words[consent.kind]}
            <small className="source">{consent.about}</small>
          </th>
          <td data-label="Answer">{consent.granted ? 'Allowed' : 'Withdrawn'}</td>
          <td data-label="When">
            <time dateTime={consent.at}>{shortEasternDateTime(consent.at)}</time>
          </td>
          <td data-label="From">
            <From from={consent.from} />
          </td>
          <td data-label="Wording">
            {consent.wording || 'Given by entering it'}
            <small className="source">Version {consent.version}</small>
          </td>
        </tr>
      ))}
    </RecordTable>
  );
}

/** The network address and the browser, in words; the browser's own description is the evidence, and long. */
function From({ from }: Pick<Consent, 'from'>) {
  if (!from) return 'Not recorded';
  const { address, browser, userAgent } = from;
  return (
    <>
      {address}, {browser || 'unknown browser'}
      {userAgent ? (
        <details className="fold source">
          <summary>As sent</summary>
          {userAgent}
        </details>
      ) : null}
    </>
  );
}
