import { formatEastern } from '#web/app/dates.ts';
import { RecordTable } from '#web/app/routes/admin/record-table.tsx';
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

/** The ledger of consents: what was agreed to, in which words, when and from where. The newest line about something counts. */
export function Consents({ client: { consents, entered } }: { client: Client }) {
  const aboutOf = ({ form, subject }: Consent) =>
    entered[form].find(({ id }) => id === subject)?.value ?? 'An entry that was deleted';
  return (
    <Section title="Consents">
      {consents.length === 0 ? <p>No consents yet.</p> : null}
      {consents.length > 0 ? (
        <RecordTable
          caption="Newest first, at most 100. For each entry, only its newest line counts. Dates are in Eastern time."
          columns={['What', 'Answer', 'When', 'From', 'Wording']}
        >
          {consents.map((consent) => (
            <tr key={consent.id}>
              <th scope="row">
                {words[consent.kind]}
                <small className="source">{aboutOf(consent)}</small>
              </th>
              <td data-label="Answer">{consent.granted ? 'Allowed' : 'Withdrawn'}</td>
              <td data-label="When">
                <time dateTime={consent.at}>{formatEastern(consent.at)}</time>
              </td>
              <td data-label="From" className="long">
                {fromOf(consent)}
              </td>
              <td data-label="Wording">
                {consent.wording || 'Given by entering it'}
                <small className="source">Version {consent.version}</small>
              </td>
            </tr>
          ))}
        </RecordTable>
      ) : null}
    </Section>
  );
}

function fromOf({ from }: Consent): string {
  return from ? `${from.address}, ${from.userAgent || 'unknown browser'}` : 'Not recorded';
}
