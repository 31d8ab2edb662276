import { Gutter, SetDocumentStepNav } from '@payloadcms/ui';
import type { DocumentViewServerProps } from 'payload';
import type { ReactNode } from 'react';
import type { Place } from './read-versions.ts';

interface VersionsPageProps {
  initPageResult: DocumentViewServerProps['initPageResult'];
  place: Place;
  className: string;
  children: ReactNode;
}

/** The frame of both views of versions, with Payload's breadcrumbs above it. */
export function VersionsPage({ initPageResult, place, className, children }: VersionsPageProps) {
  const { collectionConfig, globalConfig, docID } = initPageResult;
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
      <main className={className}>
        <Gutter>{children}</Gutter>
      </main>
    </>
  );
}
