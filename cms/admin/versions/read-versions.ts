import type { DocumentViewServerProps, Where } from 'payload';

/** One saved version of a document or a global. */
export interface Version {
  id: string;
  updatedAt: string;
  version: { savedBy?: string | null; _status?: 'draft' | 'published' } & Record<string, unknown>;
}

export interface Place {
  /** Of the document in the admin, such as `/cms/collections/articles/1234`. */
  path: string;
  /** Of its versions in the API, such as `articles/versions`. */
  api: string;
  hasDrafts: boolean;
  isTrashed: boolean;
  find(query: { where?: Where; limit: number; page?: number; withText?: boolean }): Promise<{
    docs: Version[];
    totalDocs: number;
    totalPages: number;
  }>;
  /** @returns the id of the version that visitors see now, however old it is; undefined without drafts. */
  findPublicId(): Promise<string | undefined>;
}

/** @returns where the document is whose versions are shown, and how to read them with the rights of the current user. */
export function placeOf({ initPageResult, routeSegments, hasPublishedDoc }: DocumentViewServerProps): Place {
  const { collectionConfig, globalConfig, docID, req } = initPageResult;
  const isTrashed = routeSegments[2] === 'trash';
  const common = { sort: '-updatedAt', depth: 0, overrideAccess: false, user: req.user, req };
  const part = { updatedAt: true, version: { savedBy: true, _status: true } } as const;
  if (collectionConfig) {
    const { slug } = collectionConfig;
    const hasDrafts = Boolean(collectionConfig.versions?.drafts);
    const find: Place['find'] = async ({ where, limit, page, withText }) =>
      (await req.payload.findVersions({
        ...common,
        collection: slug,
        limit,
        page,
        where: { and: [{ parent: { equals: docID } }, ...(where ? [where] : [])] },
        ...(withText ? {} : { select: part }),
      })) as never;
    return {
      path: `/cms/collections/${slug}/${isTrashed ? 'trash/' : ''}${docID}`,
      api: `${slug}/versions`,
      hasDrafts,
      isTrashed,
      find,
      async findPublicId() {
        if (!hasDrafts || !hasPublishedDoc) return undefined;
        const { docs } = await find({ limit: 1, where: { 'version._status': { equals: 'published' } } });
        return docs[0]?.id;
      },
    };
  }
  const slug = globalConfig?.slug as 'site';
  return {
    path: `/cms/globals/${slug}`,
    api: `globals/${slug}/versions`,
    hasDrafts: false,
    isTrashed,
    // Globals are few and short, and Payload can't select fields of their versions.
    find: async ({ where, limit, page }) =>
      (await req.payload.findGlobalVersions({ ...common, slug, limit, page, where })) as never,
    findPublicId: async () => undefined,
  };
}

/** @param publicId the version that visitors see now. @returns what became of a version, for editors. */
export function stateOf({ id, version }: Version, publicId?: string): string {
  if (id === publicId) return 'Public now';
  return version._status === 'published' ? 'Was public' : 'Draft';
}
