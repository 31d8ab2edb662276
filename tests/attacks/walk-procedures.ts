import { type ListedProcedure, readRouter } from '../../api/testing/read-router.ts';
import { audiences, callers, mayCall, openInputs } from './declared.ts';
import { sampleOf } from './sample.ts';
import {
  alikeOnSite,
  callersOf,
  compare,
  forEach,
  rotate,
  snapshot,
  type Walk,
  type WalkResponse,
} from './walk.ts';

type Procedure = ListedProcedure & { input: unknown };

/** @returns every procedure, with a valid input. */
function readProcedures(): Procedure[] {
  return readRouter().map((each) => ({ ...each, input: each.schema && sampleOf(each.schema) }));
}

/** By whoever its base procedure says; a hole is reported where it says nothing. */
const audienceOf = ({ audience }: Procedure) => audience ?? 'anyone';

/**
 * Calls every procedure in this process, and those that are served over HTTP too, as the callers whose turn it is; those who may
 * not call it also try ids of real records.
 */
export async function walkProcedures(walk: Walk): Promise<void> {
  const found = readProcedures();
  for (const procedure of found) {
    const { name, audience, served } = procedure;
    if (!audience) walk.hole(`${name} does not say who may call it`);
    if (served && audience === 'anyone') walk.hole(`${name} is served to strangers`);
    for (const problem of looseInputs(procedure)) walk.hole(problem);
  }

  const turns = callersOf(walk, found, alikeOnSite, audienceOf);
  const all = [...turns].flatMap(([item, tried]) => tried.map((as) => ({ item, as })));
  const may = ({ item, as }: (typeof all)[number]) => mayCall(audienceOf(item), as);
  const before = await snapshot(walk);
  await forEach(
    all.filter((each) => !may(each)),
    async ({ item, as }) => {
      const inputs = item.schema ? [item.input, ...inputsWithRealIds(item, walk)] : [undefined];
      for (const [input, call] of inputs.flatMap((each) => waysTo(item).map((way) => [each, way] as const))) {
        const { status, body } = await call(walk, item, as, input);
        // A stream sends status 200 before it checks the session.
        const refusedLater = /event: serialized-error[\s\S]*UNAUTHORIZED/.test(body);
        if (status === 401 || status === 403 || refusedLater) walk.report.refused += 1;
        else walk.hole(`${as} calls ${item.name} and is answered ${status}`);
      }
    },
  );
  compare(walk, before, await snapshot(walk), 'a procedure that refused');

  // Allowed calls use ids that don't exist, so that they change nothing.
  const strangers = found.filter((item) => item.audience === 'anyone' && !walk.full);
  const allowed = [
    ...all.filter(may).filter(({ item }) => walk.full || item.audience !== 'anyone'),
    ...strangers.flatMap((item) => (['nobody', 'forged'] as const).map((as) => ({ item, as }))),
  ];
  // Who logs out everywhere ends the sessions of their other calls: these come last.
  const ends = ({ item }: (typeof all)[number]) => item.name.endsWith('.signOutEverywhere');
  for (const part of [allowed.filter((each) => !ends(each)), allowed.filter(ends)])
    await forEach(part, async ({ item, as }) => {
      for (const call of waysTo(item)) {
        const { status } = await call(walk, item, as, item.input);
        if (status === 401) walk.hole(`${as} may call ${item.name} and is refused`);
        else walk.report.allowed += 1;
      }
    });
  const served = found.filter((item) => item.served).length;
  walk.report.covered.push(
    `${found.length} procedures, ${served} of them over HTTP too, by ${callers.length} callers`,
  );
}

/** @returns a message for each object in the input's schema that allows undeclared keys. */
function looseInputs({ name, schema }: Procedure, at = schema, path = ''): string[] {
  if (!at || typeof at !== 'object') return [];
  const properties = Object.entries((at.properties ?? {}) as Record<string, typeof schema>);
  const place = `${name}${path}`;
  const loose = at.type === 'object' && at.additionalProperties !== false && !openInputs.includes(place);
  const below = properties.flatMap(([key, each]) =>
    looseInputs({ name, schema: each } as Procedure, each, `${path} ${key}`),
  );
  return [...(loose ? [`${place} takes keys that are not in its schema`] : []), ...below];
}

/** @returns inputs with ids of real records, for procedures that take an id. */
function inputsWithRealIds({ input, name }: Procedure, { people }: Walk): unknown[] {
  if (typeof input !== 'object' || input === null) return [];
  const [key] = Object.keys(input).filter((each) => /id$/i.test(each));
  if (!key) return [];
  const { submissions, contract, attorney, client } = people.ids;
  const idByRouter = { ...submissions, contracts: contract, directory: attorney, clients: client };
  const record = idByRouter[name.split('.')[0] as keyof typeof idByRouter];
  return (record ? [record] : [submissions.evaluations, client]).map((id) => ({ ...input, [key]: id }));
}

type Call = (
  walk: Walk,
  item: Procedure,
  as: (typeof callers)[number],
  input: unknown,
) => Promise<WalkResponse>;

const waysTo = ({ served }: Procedure) => (served ? [callInProcess, callServed] : [callInProcess]);

/** Whether to sign in just for this call. */
const isFresh = (item: Procedure, as: (typeof callers)[number]) =>
  item.type === 'mutation' && mayCall(audienceOf(item), as);

const callInProcess: Call = (walk, item, as, input) =>
  walk.request({ as, path: item.name, body: input, fresh: isFresh(item, as) });

const callServed: Call = (walk, item, as, input) => {
  const path = `/trpc/${item.name}`;
  if (item.type === 'mutation')
    return walk.request({ as, method: 'POST', path, body: input ?? {}, fresh: isFresh(item, as) });
  const query = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`;
  return walk.request({ as, path: path + query });
};

/** Headers that a browser can send with a request from another site's page. */
export const forgeries: { what: string; headers: Record<string, string> }[] = [
  { what: 'no origin', headers: {} },
  { what: 'a foreign origin', headers: { origin: 'https://evil.example' } },
  { what: 'an opaque origin', headers: { origin: 'null' } },
  { what: 'our origin, but cross-site', headers: { 'sec-fetch-site': 'cross-site' } },
  { what: 'a sibling domain', headers: { 'sec-fetch-site': 'same-site' } },
  { what: 'a user-initiated navigation', headers: { 'sec-fetch-site': 'none' } },
];

const extraKeys = {
  role: 'admin',
  status: 'approved',
  clientId: 'x',
  verified: true,
  isPrimary: true,
  _id: 'x',
};

/** Calls every served mutation across sites, with other content types and as a GET, and every one with undeclared keys. */
export async function forgeMutations(walk: Walk): Promise<void> {
  const mutations = readProcedures().filter(({ type }) => type === 'mutation');
  const before = await snapshot(walk);
  await forEach([...mutations.entries()], async ([at, item]) => {
    const { name, input, served } = item;
    const [as] = audiences[audienceOf(item)];
    const path = `/trpc/${name}`;
    const request = { as, method: 'POST', path, body: input ?? {} };
    const ourOrigin = { origin: walk.target.origin };
    const contentTypes = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ];
    const forged = [
      ...rotate(walk, forgeries, at).map(({ headers }) => ({ ...request, headers })),
      ...rotate(walk, contentTypes, at, 1).map((type) => ({
        ...request,
        body: JSON.stringify(input ?? {}),
        headers: { ...ourOrigin, 'content-type': type },
      })),
      { as, path: `${path}?input=${encodeURIComponent(JSON.stringify(input ?? {}))}` },
      {
        as,
        method: 'POST',
        path: `${path}?batch=1`,
        body: { 0: input ?? {} },
        headers: { origin: 'https://evil.example' },
      },
    ];
    for (const each of served ? forged : []) {
      const { status } = await walk.request(each);
      if ([400, 403, 405, 415].includes(status)) walk.report.refused += 1;
      else
        walk.hole(
          `${name} as another site sends it is answered ${status}: ${JSON.stringify({ ...each, body: '' })}`,
        );
    }
    if (typeof input !== 'object' || input === null) return;
    for (const [key, value] of rotate(walk, Object.entries(extraKeys), at)) {
      const { status } = await walk.request({ as, path: name, body: { ...input, [key]: value } });
      if (status >= 400) walk.report.refused += 1;
      else walk.hole(`${name} takes the key ${key}`);
    }
  });
  compare(walk, before, await snapshot(walk), 'a forged call');
  const served = mutations.filter((item) => item.served).length;
  walk.report.covered.push(`${served} mutations forged in ${forgeries.length + 5} ways`);
}
