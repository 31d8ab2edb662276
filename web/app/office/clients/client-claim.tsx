import { claimSteps } from '@claimdesk/api/claim-steps';
import { longDate } from '@claimdesk/forms/calendar';
import { shortEasternDateTime } from '@claimdesk/forms/eastern-time';
import { usePermissions } from '#web/app/office/permissions.tsx';
import { RecordTable } from '#web/app/office/record-table.tsx';
import type { Outputs } from '#web/app/trpc.ts';
import { claimDateInWords } from '#web/app/ui/claim-words.ts';
import { DialogLink } from './client-dialog-frame.tsx';

type Claim = Outputs['clients']['claim'][number];

interface Props {
  client: Pick<Outputs['clients']['detail'], 'id' | 'confirmBy'>;
  /** Newest first. */
  history: Claim[];
}

/** The status of a client's claim, as the client reads it in the portal, and its history. */
export function ClientClaim({ client: { id, confirmBy }, history }: Props) {
  const can = usePermissions();
  const [newest] = history;
  return (
    <section className="titled">
      <h2>Claim</h2>
      {newest ? (
        <Standing claim={newest} />
      ) : (
        <p>Nothing is set yet. The portal shows what usually comes first.</p>
      )}
      {confirmBy === null ? null : <p>The client sees it once the account is confirmed.</p>}
      {can('clients.setClaim') ? (
        <p>
          <DialogLink id={id} path="claim" className="button secondary small">
            Update the claim
          </DialogLink>
        </p>
      ) : null}
      {history.length > 1 ? <History history={history} /> : null}
    </section>
  );
}

/** What is stored about a claim. */
export function Standing({
  claim: { step, since, needed, note, next, isNextOver, who, at },
}: {
  claim: Claim;
}) {
  return (
    <dl className="record">
      <Fact label="Step">
        {claimSteps[step].title}, since {longDate(since)}
      </Fact>
      <Fact label="Needed from the client">{needed ?? 'Nothing'}</Fact>
      <Fact label="Next date">{next && !isNextOver ? claimDateInWords(next) : 'None'}</Fact>
      {next && isNextOver ? <Fact label="Past date">{claimDateInWords(next)}</Fact> : null}
      <Fact label="Note for the client">{note ?? 'None'}</Fact>
      <Fact label="Updated">
        <time dateTime={at}>{shortEasternDateTime(at)} Eastern time</time> by{' '}
        {who ?? 'an account that was deleted'}
      </Fact>
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="note-text">{children}</dd>
    </div>
  );
}

function History({ history }: { history: Claim[] }) {
  return (
    <details>
      <summary>Claim history ({history.length} updates)</summary>
      <RecordTable
        caption="Newest first, at most 50. Times are in Eastern time."
        columns={['Step', 'Since', 'Who', 'When', 'For the client']}
      >
        {history.map(({ id, step, since, who, at, needed, note, next }) => (
          <tr key={id}>
            <th scope="row">{claimSteps[step].title}</th>
            <td data-label="Since">{longDate(since)}</td>
            <td data-label="Who">{who ?? 'An account that was deleted'}</td>
            <td data-label="When">
              <time dateTime={at}>{shortEasternDateTime(at)}</time>
            </td>
            <td data-label="For the client" className="long">
              {[needed && `Needed: ${needed}`, next && claimDateInWords(next), note]
                .filter(Boolean)
                .join('. ')}
            </td>
          </tr>
        ))}
      </RecordTable>
    </details>
  );
}
