import { Gutter, SetDocumentStepNav } from '@payloadcms/ui';
import type { DocumentViewServerProps } from 'payload';
import { easternTime } from '../../eastern-time.ts';
import { placeOf, type Version } from './read-versions.ts';

const rowsPerPage = 20;
const pagesAtMost = 1000;

/** The saves of a document with time, author and what became of them; each leads to the text as it was. */
export async function VersionList(props: DocumentViewServerProps) {
  const { initPageResult, hasPublishedDoc, searchParams } = props;
  const { collectionConfig, globalConfig, docID } = initPageResult;
  const place = placeOf(props);
  const page = Math.min(Math.max(1, Math.trunc(Number(searchParams?.page)) || 1), pagesAtMost);
  const [{ docs, totalDocs, totalPages }, published] = await Promise.all([
    place.find({ limit: rowsPerPage, page }),
    hasPublishedDoc && place.hasDrafts
      ? place.find({ limit: 1, where: { 'version._status': { equals: 'published' } } })
      : null,
  ]);
  const publicId = published?.docs[0]?.id;
  const label = collectionConfig?.labels.plural ?? globalConfig?.label;
  return (
    <>
      <SetDocumentStepNav
        collectionSlug={collectionConfig?.slug}
        globalSlug={globalConfig?.slug}
        id={docID}
        isTrashed={place.isTrashed}
        pluralLabel={typeof label === 'string' ? label : ''}
        useAsTitle={collectionConfig?.admin.useAsTitle ?? globalConfig?.slug}
        view="Versions"
      />
      <main className="version-list">
        <Gutter>
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
                {place.hasDrafts ? <th scope="col">State</th> : null}
              </tr>
            </thead>
            <tbody>
              {docs.map((version) => (
                <tr key={version.id}>
                  <th scope="row">
                    <a href={`${place.path}/versions/${version.id}`}>{easternTime(version.updatedAt)}</a>
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
        </Gutter>
      </main>
    </>
  );
}

/** @param publicId the version that visitors see now. */
export function stateOf({ id, version }: Version, publicId?: string): string {
  if (id === publicId) return 'Public now';
  return version._status === 'published' ? 'Was public' : 'Draft';
}
