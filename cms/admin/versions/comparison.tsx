import { mediumEasternDateTime } from '@claimdesk/forms/eastern-time';
import { type Change, diffWords } from 'diff';
import { notFound } from 'next/navigation.js';
import type { DocumentViewServerProps, PayloadRequest } from 'payload';
import { type Difference, findDifferences } from '../saving/compare-texts.ts';
import { placeOf, stateOf, type Version } from './read-versions.ts';
import { RestoreVersion } from './restore.tsx';
import { VersionsPage } from './versions-page.tsx';

const choicesAtMost = 50;

/** Compares a saved version with another one, word by word, with a button to restore it. */
export async function VersionComparison(props: DocumentViewServerProps) {
  const { initPageResult, routeSegments, searchParams } = props;
  const { collectionConfig, globalConfig, permissions, req } = initPageResult;
  const place = placeOf(props);
  const readOne = async (id: unknown) =>
    (await place.find({ where: { id: { equals: String(id) } }, limit: 1, withText: true })).docs[0];
  const version = await readOne(routeSegments.at(-1));
  if (!version) return notFound();
  const { docs } = await place.find({ limit: choicesAtMost });
  const choices = docs.filter(({ id }) => id !== version.id);
  const publicId = await place.findPublicId();
  const before = docs.find((each) => each.updatedAt < version.updatedAt);
  const other = await readOne(searchParams?.with ?? before?.id);
  const fields = (collectionConfig ?? globalConfig)?.fields ?? [];
  const differences = await nameReferences(
    findDifferences(version.version, other?.version ?? {}, fields),
    req,
  );
  const may = collectionConfig
    ? permissions.collections?.[collectionConfig.slug]?.update
    : permissions.globals?.[globalConfig?.slug as 'site']?.update;
  const describe = (each: Version) =>
    [
      mediumEasternDateTime(each.updatedAt),
      each.version.savedBy ? `by ${each.version.savedBy}` : '',
      place.hasDrafts ? `(${stateOf(each, publicId).toLowerCase()})` : '',
    ]
      .filter(Boolean)
      .join(' ');
  return (
    <VersionsPage {...{ initPageResult, place }} className="version-comparison">
      <h2>Saved {describe(version)}</h2>
      {choices.length > 0 ? (
        <form method="get" className="version-comparison__with">
          <label htmlFor="version-with">Compare with</label>
          <select id="version-with" name="with" defaultValue={other?.id}>
            {choices.map((each) => (
              <option key={each.id} value={each.id}>
                {describe(each)}
              </option>
            ))}
          </select>
          <button type="submit" className="saving__button">
            Compare
          </button>
        </form>
      ) : null}
      <p>
        <a href={`${place.path}/versions`}>All versions</a>
      </p>
      {may && !place.isTrashed ? (
        <RestoreVersion
          path={`${place.api}/${version.id}${place.hasDrafts ? '?draft=true' : ''}`}
          backTo={place.path}
          isPublicAtOnce={!place.hasDrafts}
          saved={mediumEasternDateTime(version.updatedAt)}
        />
      ) : null}
      {other ? null : <p>There is no earlier version, so everything counts as new.</p>}
      {differences.length === 0 ? <p>Both versions are the same.</p> : null}
      {differences.map(({ name, label, mine, theirs }) => (
        <section key={name} aria-label={label}>
          <h3>{label}</h3>
          <pre>{diffWords(theirs, mine).map(markChange)}</pre>
        </section>
      ))}
    </VersionsPage>
  );
}

function markChange({ added, removed, value }: Change, index: number) {
  if (added) return <ins key={index}>{value}</ins>;
  return removed ? <del key={index}>{value}</del> : <span key={index}>{value}</span>;
}

const reference = /\b[0-9a-f]{24}\b/g;
const referenced = ['media', 'pages', 'articles', 'faq', 'testimonials', 'listings'] as const;

/** Replaces the ids of pictures and link targets by their names. */
async function nameReferences(differences: Difference[], req: PayloadRequest): Promise<Difference[]> {
  const ids = [
    ...new Set(differences.flatMap(({ mine, theirs }) => `${mine} ${theirs}`.match(reference) ?? [])),
  ];
  if (ids.length === 0) return differences;
  const found = await Promise.all(
    referenced.map(async (collection) => {
      const title = req.payload.collections[collection].config.admin.useAsTitle ?? 'id';
      const { docs } = await req.payload.find({
        collection,
        where: { id: { in: ids } },
        limit: ids.length,
        depth: 0,
        draft: true,
        overrideAccess: false,
        user: req.user,
        req,
      });
      return docs.map((doc) => [doc.id, String(Reflect.get(doc, title))] as const);
    }),
  );
  const names = new Map(found.flat());
  const name = (words: string) => words.replace(reference, (id) => `[${names.get(id) ?? 'deleted'}]`);
  return differences.map((each) => ({ ...each, mine: name(each.mine), theirs: name(each.theirs) }));
}
