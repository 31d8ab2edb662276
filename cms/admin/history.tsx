'use client';

import { mediumEasternDateTime } from '@claimdesk/forms/eastern-time';
import { useDocumentInfo } from '@payloadcms/ui';
import type { DefaultCellComponentProps } from 'payload';
import { useEffect, useState } from 'react';
import { askCms } from './ask-cms.ts';

interface Version {
  id: string;
  updatedAt: string;
  version: { savedBy?: string | null; _status?: 'draft' | 'published' };
}

const shown = 10;

/** In lists: when a document was saved last, and by whom. */
export function SavedCell({ cellData, rowData }: DefaultCellComponentProps) {
  if (typeof cellData !== 'string') return null;
  return <span>{savedLine(cellData, rowData.savedBy)}</span>;
}

/** In lists: any other time. */
export function TimeCell({ cellData }: DefaultCellComponentProps) {
  return typeof cellData === 'string' ? <span>{mediumEasternDateTime(cellData)}</span> : null;
}

/** Above the form, in place of Payload's own line: when the document was saved and created, and by whom. */
export function SavedLine() {
  const { id, data } = useDocumentInfo();
  if (!id || typeof data?.updatedAt !== 'string') return null;
  return (
    <p className="saved-line">
      {typeof data.deletedAt === 'string' ? (
        <span>In the trash since {mediumEasternDateTime(data.deletedAt)}. </span>
      ) : null}
      <span>Saved {savedLine(data.updatedAt, data.savedBy)}. </span>
      {typeof data.createdAt === 'string' ? (
        <span className="saved-line__created">Created {mediumEasternDateTime(data.createdAt)}.</span>
      ) : null}
    </p>
  );
}

/** Beside the form: the last saves with time and author; each leads to the text as it was. */
export function History() {
  const { id, collectionSlug, globalSlug, lastUpdateTime } = useDocumentInfo();
  const [versions, setVersions] = useState<Version[]>([]);
  const place = globalSlug ? `globals/${globalSlug}` : `collections/${collectionSlug}/${id}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `lastUpdateTime` says that a save added to the list
  useEffect(() => {
    if (!globalSlug && !id) return;
    let current = true;
    const which = globalSlug
      ? `globals/${globalSlug}/versions?`
      : `${collectionSlug}/versions?where[parent][equals]=${id}&`;
    // Versions of globals are few and short, and Payload can't select fields of them.
    const part = globalSlug
      ? ''
      : '&select[version][savedBy]=true&select[version][_status]=true&select[updatedAt]=true';
    const query = `sort=-updatedAt&limit=${shown}&depth=0${part}`;
    askCms<{ docs: Version[] }>(which + query)
      .then(({ docs }) => current && setVersions(docs))
      .catch(() => {});
    return () => {
      current = false;
    };
  }, [id, collectionSlug, globalSlug, lastUpdateTime]);
  if (versions.length === 0) return null;
  return (
    <section className="field-type history" aria-label="Who saved when">
      <p className="field-label">Who saved when</p>
      <ul>
        {versions.map(({ id: versionId, updatedAt, version }) => (
          <li key={versionId}>
            <a href={`/cms/${place}/versions/${versionId}`}>{savedLine(updatedAt, version.savedBy)}</a>
            {version._status ? ` (${version._status})` : ''}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Saves by the site itself have no author. */
function savedLine(at: string, by: unknown): string {
  return by ? `${mediumEasternDateTime(at)} by ${by}` : mediumEasternDateTime(at);
}
