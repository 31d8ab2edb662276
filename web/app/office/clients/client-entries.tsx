import { longEasternDate } from '@claimdesk/forms/eastern-time';
import { Link } from 'react-router';
import { contractPath } from '#web/app/office/contracts/addresses.ts';
import { usePermissions } from '#web/app/office/permissions.tsx';
import type { Outputs } from '#web/app/trpc.ts';
import { heldWords } from './agency-notices.ts';
import { DialogLink } from './client-dialog-frame.tsx';
import { Section } from './section.tsx';

type Client = Outputs['clients']['detail'];
type ContractLink = Client['differentContracts'][number];

interface EntriesProps {
  client: Client;
  /** Of what the client entered. */
  kind: keyof Client['entered'];
  title: string;
  /** What it says when there are none. */
  none: string;
  /** What the contracts say. */
  entries?: Client['phones'];
  children?: React.ReactNode;
}

/** What the client entered in the portal, and then what the contracts say. */
export function Entries({ client, kind, title, none, entries = [], children }: EntriesProps) {
  const entered = client.entered[kind];
  return (
    <Section title={title}>
      {entries.length + entered.length === 0 ? <p>{none}</p> : null}
      {entries.length + entered.length > 0 ? (
        <ul className="entries">
          {entered.map(({ id, value, notes, at }) => (
            <li key={id}>
              {value}
              <small className="source">
                {notes.length > 0 ? `${notes.join('. ')}. ` : null}
                Entered in the portal on {longEasternDate(at)}
                {client.confirmBy === null ? null : ', by an account that is not confirmed'}
              </small>
            </li>
          ))}
          {entries.map(({ value, from }) => (
            <li key={value}>
              {value}
              <Source contract={from} />
            </li>
          ))}
        </ul>
      ) : null}
      {children}
    </Section>
  );
}

/** Says which of the addresses to write to. */
export function LettersTo({ client: { lettersTo, entered, confirmBy } }: { client: Client }) {
  const hasEntered = entered['mailing-address'].length > 0;
  if (lettersTo === null && !hasEntered) return null;
  const why = hasEntered && confirmBy !== null ? 'the account is not confirmed' : 'the portal has none';
  return (
    <p>
      {lettersTo === 'portal'
        ? 'Letters go to the address from the portal.'
        : lettersTo === 'contract'
          ? `Letters go to the address on the newest contract, because ${why}.`
          : 'Write to the address from the portal only once the account is confirmed.'}
    </p>
  );
}

const earlyWords = { call: 'confirmed in a call', 'in person': 'confirmed in person' } as const;

/** Whether Social Security was told about the address that the client entered. */
export function AgencyNotices({ id, notices }: { id: string; notices: Client['agencyNotices'] }) {
  const can = usePermissions();
  if (notices.length === 0) return null;
  return (
    <>
      <h3>Notices to Social Security</h3>
      <ul>
        {notices.map(({ id: notice, madeAt, sentAt, how, early, who, held }, at) => (
          <li key={notice}>
            {sentAt ? (
              <>
                Told on {longEasternDate(sentAt)},{' '}
                {how === 'letter' ? 'by letter' : 'on their website for representatives'}, by{' '}
                {who ?? 'an account that was deleted'}
                {early ? `, before its hold ended: ${earlyWords[early]}` : null}
                {at === 0 && can('profile.unmarkNoticeSent') ? (
                  <>
                    .{' '}
                    <DialogLink id={id} path={`notices/${notice}/not-sent`} name={`notice-${notice}`}>
                      Not sent after all
                    </DialogLink>
                  </>
                ) : null}
              </>
            ) : (
              <>
                <strong>Not sent yet</strong>: the address of {longEasternDate(madeAt)}.{' '}
                {held ? `${heldWords(held)}. ` : null}
                {can('profile.markNoticeSent') ? (
                  <DialogLink id={id} path={`notices/${notice}/sent`} name={`notice-${notice}`}>
                    Mark as sent<span className="visually-hidden"> to Social Security</span>
                  </DialogLink>
                ) : null}
              </>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The contract that a value is from. */
export function Source({ contract: { id, signedAt }, note }: { contract: ContractLink; note?: string }) {
  return (
    <small className="source">
      From the <Link to={contractPath(id)}>contract signed on {longEasternDate(signedAt)}</Link>
      {note ? `. ${note}` : null}
    </small>
  );
}
