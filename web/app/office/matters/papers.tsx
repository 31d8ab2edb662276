import { documentTypes } from '@claimdesk/api/document-types';
import { shortEasternDate } from '@claimdesk/forms/eastern-time';
import { Link } from 'react-router';
import { isLocked, stateWords } from '#web/app/office/clients/client-documents.tsx';
import { clientPath } from '#web/app/office/clients/client-table.tsx';
import { RecordTable } from '#web/app/office/record-table.tsx';
import type { Outputs } from '#web/app/trpc.ts';

type Matter = Outputs['matters']['detail'];
type Paper = NonNullable<Matter['papers']>[number];

/** What the client sent and staff uploaded, newest first. Opening one is told to the client. */
export function Papers({ matter: { client, papers } }: { matter: Matter }) {
  if (client === null || papers === null)
    return (
      <p>
        There are none, because no portal account is known. Once the person has one and it is confirmed, what
        they send there and what staff upload on their page is listed here.
      </p>
    );
  return (
    <>
      {papers.length === 0 ? (
        <p>There are none yet. What the client sends, and what staff upload on their page, is listed here.</p>
      ) : (
        <RecordTable
          caption="The newest papers. Dates are in Eastern time."
          columns={['Title', 'Kind', 'Date', 'From']}
        >
          {papers.map((paper) => (
            <PaperRow key={paper.id} client={client} paper={paper} />
          ))}
        </RecordTable>
      )}
      <p>
        <Link to={clientPath(client)}>All documents, and uploading one</Link>
      </p>
    </>
  );
}

function PaperRow({ client, paper }: { client: string; paper: Paper }) {
  const { id, title, type, at, who, fromClient } = paper;
  const locked = fromClient !== null && isLocked(fromClient);
  return (
    <tr>
      <th scope="row">
        {locked ? title : <a href={`${clientPath(client)}/documents/${id}/file`}>{title}</a>}
        {fromClient && (locked || !fromClient.readAt) ? (
          <small className="source">
            <strong>{stateWords(fromClient)}</strong>
          </small>
        ) : null}
      </th>
      <td data-label="Kind">{documentTypes[type]}</td>
      <td data-label="Date">
        <time dateTime={at}>{shortEasternDate(at)}</time>
      </td>
      <td data-label="From">{fromClient ? 'The client' : (who ?? 'An account that was deleted')}</td>
    </tr>
  );
}
