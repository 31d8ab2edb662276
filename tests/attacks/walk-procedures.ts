import { type ListedProcedure, readRouter } from '../../api/testing/read-router.ts';
import { audiences, callers, mayCall, openInputs, procedures } from './declared.ts';
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

/** Calls every procedure as the callers whose turn it is; those who may not call it also try ids of real records. */
export async function walkProcedures(walk: Walk): Promise<void> {
  const found = readProcedures();
  const known = found.filter((procedure) => isDeclared(walk, procedure));
  for (const name of Object.keys(procedures)) {
    if (!found.some((each) => each.name === name))
      walk.hole(`${name} is declared, but there is no such procedure`);
  }
  for (const procedure of found) for (const problem of looseInputs(procedure)) walk.hole(problem);

  const turns = callersOf(walk, known, alikeOnSite, ({ name }) => procedures[name] ?? '');
  const all = [...turns].flatMap(([item, tried]) => tried.map((as) => ({ item, as })));
  const may = ({ item, as }: (typeof all)[number]) => mayCall(procedures[item.name] ?? 'anyone', as);
  const before = await snapshot(walk);
  await forEach(
    all.filter((each) => !may(each)),
    async ({ item, as }) => {
      const inputs = item.schema ? [item.input, ...inputsWithRealIds(item, walk)] : [undefined];
      for (const input of inputs) {
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
  const open = (name: string) => procedures[name] === 'anyone';
  const strangers = known.filter(({ name }) => open(name) && !walk.full);
  const allowed = [
    ...all.filter(may).filter(({ item }) => walk.full || !open(item.name)),
    ...strangers.flatMap((item) => (['nobody', 'forged'] as const).map((as) => ({ item, as }))),
  ];
  await forEach(allowed, async ({ item, as }) => {
    const { status } = await call(walk, item, as, item.input);
    if (status === 401) walk.hole(`${as} may call ${item.name} and is refused`);
    else walk.report.allowed += 1;
  });
  walk.report.covered.push(`${known.length}/${found.length} procedures by ${callers.length} callers`);
}

function baseOf(declared: string): string {
  return declared === 'reviewers' || declared === 'admins' ? 'staff' : declared;
}

function isDeclared(walk: Walk, { name, audience }: Procedure): boolean {
  const declared = procedures[name];
  if (!declared) walk.hole(`${name} has no line in tests/attacks/declared.ts that says who may call it`);
  else if (baseOf(declared) !== audience)
    walk.hole(`${name} is declared for ${declared}, and its base is for ${audience}`);
  return declared !== undefined;
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

function call(
  walk: Walk,
  { name, type }: Procedure,
  as: (typeof callers)[number],
  input: unknown,
): Promise<WalkResponse> {
  const fresh = type === 'mutation' && mayCall(procedures[name] ?? 'anyone', as);
  if (type === 'mutation')
    return walk.request({ as, method: 'POST', path: `/trpc/${name}`, body: input ?? {}, fresh });
  const query = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`;
  return walk.request({ as, path: `/trpc/${name}${query}` });
}

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

/** Calls every mutation across sites, with other content types, as a GET, and with undeclared keys. */
export async function forgeMutations(walk: Walk): Promise<void> {
  const mutations = readProcedures().filter(({ type, name }) => type === 'mutation' && procedures[name]);
  const before = await snapshot(walk);
  await forEach([...mutations.entries()], async ([at, { name, input }]) => {
    const [as] = audiences[procedures[name] ?? 'anyone'];
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
    for (const each of forged) {
      const { status } = await walk.request(each);
      if ([400, 403, 405, 415].includes(status)) walk.report.refused += 1;
      else
        walk.hole(
          `${name} as another site sends it is answered ${status}: ${JSON.stringify({ ...each, body: '' })}`,
        );
    }
    if (typeof input !== 'object' || input === null) return;
    for (const [key, value] of rotate(walk, Object.entries(extraKeys), at)) {
      const { status } = await walk.request({ ...request, body: { ...input, [key]: value } });
      if (status >= 400) walk.report.refused += 1;
      else walk.hole(`${name} takes the key ${key}`);
    }
  });
  compare(walk, before, await snapshot(walk), 'a forged call');
  walk.report.covered.push(`${mutations.length} mutations forged in ${forgeries.length + 5} ways`);
}
