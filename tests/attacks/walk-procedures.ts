import { type ListedProcedure, readRouter } from '../../api/testing/read-router.ts';
import { audiences, callers, mayCall, openInputs, procedures } from './declared.ts';
import { sampleOf } from './sample.ts';
import { type Answer, compare, forEach, pairs, snapshot, type Walk } from './walk.ts';

type Procedure = ListedProcedure & { input: unknown };

/** @returns every procedure, with an input that its schema takes. */
function readProcedures(): Procedure[] {
  return readRouter().map((each) => ({ ...each, input: each.schema && sampleOf(each.schema) }));
}

/** Every procedure by every caller, with ids of real records where nobody may get them. */
export async function walkProcedures(walk: Walk): Promise<void> {
  const found = readProcedures();
  const known = found.filter((procedure) => isDeclared(walk, procedure));
  for (const name of Object.keys(procedures)) {
    if (!found.some((each) => each.name === name))
      walk.hole(`${name} is declared, but there is no such procedure`);
  }
  for (const procedure of found) for (const fault of looseInputs(procedure)) walk.hole(fault);

  const all = pairs(known);
  const may = ({ item, as }: (typeof all)[number]) => mayCall(procedures[item.name] ?? 'anyone', as);
  const before = await snapshot(walk);
  await forEach(
    all.filter((each) => !may(each)),
    async ({ item, as }) => {
      const inputs = item.schema ? [item.input, ...othersRecords(item, walk)] : [undefined];
      for (const input of inputs) {
        const { status, body } = await call(walk, item, as, input);
        // A stream says 200 before it looks who asks.
        const refusedLater = /event: serialized-error[\s\S]*UNAUTHORIZED/.test(body);
        if (status === 401 || status === 403 || refusedLater) walk.report.refused += 1;
        else walk.hole(`${as} calls ${item.name} and is answered ${status}`);
      }
    },
  );
  compare(walk, before, await snapshot(walk), 'a procedure that refused');

  // What is allowed gets ids that no record has, so that it changes nothing either.
  const open = (name: string) => procedures[name] === 'anyone';
  const allowed = all
    .filter(may)
    .filter(({ item, as }) => walk.full || !open(item.name) || as === 'nobody' || as === 'forged');
  await forEach(allowed, async ({ item, as }) => {
    const { status } = await call(walk, item, as, item.input);
    if (status === 401) walk.hole(`${as} may call ${item.name} and is refused`);
    else walk.report.allowed += 1;
  });
  walk.report.covered.push(`${known.length}/${found.length} procedures by ${callers.length} callers`);
}

function isDeclared(walk: Walk, { name, audience }: Procedure): boolean {
  const declared = procedures[name];
  if (!declared) walk.hole(`${name} has no line in tests/attacks/declared.ts that says who may call it`);
  else if (declared !== audience)
    walk.hole(`${name} is declared for ${declared}, and its base is for ${audience}`);
  return declared !== undefined;
}

/** @returns a sentence for each object in the input that would take a key which nobody reads. */
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

/** @returns inputs that name a real record each, for procedures that take an id. */
function othersRecords({ input, name }: Procedure, { people }: Walk): unknown[] {
  if (typeof input !== 'object' || input === null) return [];
  const [key] = Object.keys(input).filter((each) => /id$/i.test(each));
  if (!key) return [];
  const { evaluation, application, contract, client } = people.ids;
  const own = { evaluations: evaluation, applications: application, contracts: contract, clients: client };
  const record = own[name.split('.')[0] as keyof typeof own];
  return (record ? [record] : [evaluation, client]).map((id) => ({ ...input, [key]: id }));
}

function call(
  walk: Walk,
  { name, type }: Procedure,
  as: (typeof callers)[number],
  input: unknown,
): Promise<Answer> {
  const fresh = type === 'mutation' && mayCall(procedures[name] ?? 'anyone', as);
  if (type === 'mutation')
    return walk.ask({ as, method: 'POST', path: `/trpc/${name}`, body: input ?? {}, fresh });
  const query = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`;
  return walk.ask({ as, path: `/trpc/${name}${query}` });
}

/** What a page of somebody else's can make a browser send. */
export const forgeries: { what: string; headers: Record<string, string> }[] = [
  { what: 'no origin', headers: {} },
  { what: 'a foreign origin', headers: { origin: 'https://evil.example' } },
  { what: 'an origin that hides itself', headers: { origin: 'null' } },
  { what: 'our origin, asked for by another site', headers: { 'sec-fetch-site': 'cross-site' } },
  { what: 'a neighbor', headers: { 'sec-fetch-site': 'same-site' } },
  { what: 'an address that was typed', headers: { 'sec-fetch-site': 'none' } },
];

const extraKeys = {
  role: 'admin',
  status: 'approved',
  clientId: 'x',
  verified: true,
  isPrimary: true,
  _id: 'x',
};

/** Every mutation as another site would have it sent, in other kinds of body, as a GET, and with keys that it does not have. */
export async function forgeMutations(walk: Walk): Promise<void> {
  const mutations = readProcedures().filter(({ type, name }) => type === 'mutation' && procedures[name]);
  const before = await snapshot(walk);
  await forEach(mutations, async ({ name, input }) => {
    const [as] = audiences[procedures[name] ?? 'anyone'];
    const path = `/trpc/${name}`;
    const asked = { as, method: 'POST', path, body: input ?? {}, fresh: true };
    const ours = { origin: walk.target.origin };
    const kinds = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'];
    const forged = [
      ...forgeries.map(({ headers }) => ({ ...asked, headers })),
      ...kinds.map((type) => ({
        ...asked,
        body: JSON.stringify(input ?? {}),
        headers: { ...ours, 'content-type': type },
      })),
      { as, path: `${path}?input=${encodeURIComponent(JSON.stringify(input ?? {}))}`, fresh: true },
      {
        as,
        method: 'POST',
        path: `${path}?batch=1`,
        body: { 0: input ?? {} },
        headers: { origin: 'https://evil.example' },
      },
    ];
    for (const each of forged) {
      const { status } = await walk.ask(each);
      if ([400, 403, 405, 415].includes(status)) walk.report.refused += 1;
      else
        walk.hole(
          `${name} as another site sends it is answered ${status}: ${JSON.stringify({ ...each, body: '' })}`,
        );
    }
    if (typeof input !== 'object' || input === null) return;
    for (const [key, value] of Object.entries(extraKeys)) {
      const { status } = await walk.ask({ ...asked, body: { ...input, [key]: value } });
      if (status >= 400) walk.report.refused += 1;
      else walk.hole(`${name} takes the key ${key}`);
    }
  });
  compare(walk, before, await snapshot(walk), 'a forged call');
  walk.report.covered.push(`${mutations.length} mutations forged in ${forgeries.length + 5} ways`);
}
