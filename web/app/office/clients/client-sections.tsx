import { longDate } from '@claimdesk/forms/calendar';
import { longEasternDate, shortEasternDateTime } from '@claimdesk/forms/eastern-time';
import { Link } from 'react-router';
import { matterPath } from '#web/app/office/matters/addresses.ts';
import { standingText } from '#web/app/office/matters/matter-words.ts';
import { usePermissions } from '#web/app/office/permissions.tsx';
import type { Outputs } from '#web/app/trpc.ts';
import { ClientClaim } from './client-claim.tsx';
import { DialogLink } from './client-dialog-frame.tsx';
import { ClientDocuments } from './client-documents.tsx';
import { AgencyNotices, Entries, LettersTo, Source } from './client-entries.tsx';
import { ClientNotes } from './client-notes.tsx';
import { unknownName } from './client-table.tsx';
import { Consents } from './consents.tsx';
import { Contracts, Evaluations, PossibleDuplicates } from './linked-records.tsx';
import { Section } from './section.tsx';

type Client = Outputs['clients']['detail'];

interface Props {
  client: Client;
  /** The updates of the claim, newest first. */
  claim: Outputs['clients']['claim'];
  documents: Outputs['clients']['documents'];
  notes: Outputs['clients']['notes'];
  /** Of the notes that are shown; null for the newest. */
  cursor: string | null;
  /** What follows the client's information. */
  children?: React.ReactNode;
}

/** Everything we know about a client, on the client's page and in print. */
export function ClientSections({ client, claim, documents, notes, cursor, children }: Props) {
  return (
    <div className="two-columns">
      <div>
        <Matters matters={client.matters} />
        <ClientClaim client={client} history={claim} />
        <ClientNotes id={client.id} notes={notes} cursor={cursor} />
        <ClientDocuments
          id={client.id}
          isConfirmed={client.confirmBy === null}
          contracts={client.documents}
          uploads={documents}
        />
        <PossibleDuplicates client={client} />
        <Contracts client={client} />
        <Evaluations client={client} />
        <Consents client={client} />
      </div>
      <div>
        <Information client={client} />
        {children}
        <Entries
          client={client}
          kind="mailing-address"
          title="Mailing addresses"
          none="No mailing addresses yet."
          entries={client.mailingAddresses}
        >
          <LettersTo client={client} />
          <AgencyNotices id={client.id} notices={client.agencyNotices} />
        </Entries>
        <Entries
          client={client}
          kind="phone-number"
          title="Phones"
          none="No phone numbers yet."
          entries={client.phones}
        />
        <Entries
          client={client}
          kind="email-address"
          title="Emails"
          none="No email addresses yet."
          entries={client.emails}
        />
        <Entries
          client={client}
          kind="emergency-contact"
          title="Emergency contacts"
          none="No emergency contacts yet."
        />
        <Entries
          client={client}
          kind="medical-facility"
          title="Medical facilities"
          none="No medical facilities yet."
        />
        <Entries
          client={client}
          kind="medical-treatment"
          title="Medical treatments"
          none="No medical treatments yet."
        />
      </div>
    </div>
  );
}

/** What is worked on for the client, and what is due next. */
function Matters({ matters }: Pick<Client, 'matters'>) {
  return (
    <Section title="Matters">
      {matters.length === 0 ? (
        <p>None yet: it opens when the account is confirmed or a contract is signed.</p>
      ) : null}
      <ul className="duties">
        {matters.map(({ number, nextDue, ...standing }) => (
          <li key={number}>
            <p>
              <Link to={matterPath(number)}>{number}</Link>: {standingText(standing)}.{' '}
              {nextDue ? `Next due ${longDate(nextDue)}.` : 'Nothing is due.'}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Information({ client }: { client: Client }) {
  const { id, name, nameFrom, ssn, dateOfBirth, registeredAt, confirmBy, lastSignInAt } = client;
  const can = usePermissions();
  return (
    <Section title="Information">
      <dl className="record">
        <Fact label="Name">
          {name ?? unknownName}
          {nameFrom ? <Source contract={nameFrom} note="The account itself has no name." /> : null}
        </Fact>
        <Fact label="Social Security number">
          {ssn}{' '}
          {can('clients.revealSsn') ? (
            <DialogLink id={id} path="reveal">
              Reveal<span className="visually-hidden"> the Social Security number</span>
            </DialogLink>
          ) : null}
        </Fact>
        <Fact label="Date of birth">{dateOfBirth}</Fact>
        <Fact label="Registered">
          <time dateTime={registeredAt}>{shortEasternDateTime(registeredAt)} Eastern time</time>
        </Fact>
        <Fact label="Identity">
          {confirmBy === null ? 'Verified' : 'Unverified'}
          {confirmBy === null ? null : (
            <small className="source">
              The account ends on {longEasternDate(confirmBy)} unless the client confirms it with a code from{' '}
              {can('clients.issueConfirmationCode') ? 'you.' : 'a colleague.'}
            </small>
          )}
        </Fact>
        <Fact label="Last login">
          {lastSignInAt ? (
            <time dateTime={lastSignInAt}>{shortEasternDateTime(lastSignInAt)} Eastern time</time>
          ) : (
            'Never'
          )}
        </Fact>
      </dl>
    </Section>
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
