import { mediumEasternDateTime } from '@claimdesk/forms/eastern-time';
import type { DocumentViewServerProps } from 'payload';
import { placeOf, stateOf } from './read-versions.ts';
import { VersionsPage } from './versions-page.tsx';

const rowsPerPage = 20;
const pagesAtMost = 1000;

/** The versions of a document with time, author and state; each links to its text. */
export async function VersionList(props: DocumentViewServerProps) {
  const { initPageResult, searchParams } = props;
  const place = placeOf(props);
  const page = Math.min(Math.max(1, Math.trunc(Number(searchParams?.page)) || 1), pagesAtMost);
  const [{ docs, totalDocs, totalPages }, publicId] = await Promise.all([
    place.find({ limit: rowsPerPage, page }),
    place.findPublicId(),
  ]);
  return (
    <VersionsPage {...{ initPageResult, place }} className="version-list">
      <table>
        <caption>
          {totalDocs === 0
            ? 'Nothing has been saved yet.'
            : `${totalDocs} saved ${totalDocs === 1 ? 'version' : 'versions'}, the newest first. Open one to compare it or to restore it.`}
        </caption>
        <thead>
          <tr>
            <th scope="col">Saved</th>
            <th scope="col">By</th>
            {place.hasDrafts ? <th scope="col">Status</th> : null}
          </tr>
        </thead>
        <tbody>
          {docs.map((version) => (
            <tr key={version.id}>
              <th scope="row">
                <a href={`${place.path}/versions/${version.id}`}>
                  {mediumEasternDateTime(version.updatedAt)}
                </a>
              </th>
              <td>{version.version.savedBy || 'Not recorded'}</td>
              {place.hasDrafts ? <td>{stateOf(version, publicId)}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
      <nav aria-label="Pages of versions" className="version-list__pages">
        {page > 1 ? <a href={`?page=${page - 1}`}>Newer versions</a> : null}
        {page < totalPages ? <a href={`?page=${page + 1}`}>Older versions</a> : null}
      </nav>
    </VersionsPage>
  );
}
