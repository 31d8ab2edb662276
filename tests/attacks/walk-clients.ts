import { profileKinds } from '../../api/casework/profile/profile-kinds.ts';
import { type ListedProcedure, readRouter } from '../../api/testing/read-router.ts';
import { addressTries } from './client-addresses.ts';
import { choicesOf, combinationsOf, inputsOf, keysIn, makeInput } from './inputs.ts';
import { clientModels, idsOf, makeOwner, type OwnedValue, type Owner, valuesOf } from './owner.ts';
import { sampleOf } from './sample.ts';
import {
  ask,
  askAs,
  type Call,
  type Context,
  makeStranger,
  rowsAbout,
  type Stranger,
  same,
  tryValues,
} from './stranger.ts';
import { compare, forEach, type Walk } from './walk.ts';

/**
 * Every key in the inputs of clients' procedures that can name something of one client, with the values that name the owner's.
 * Each key of an input is here, in `saysNothing`, or a choice of few values, all of which are tried: another one fails the walk.
 */
const names: Record<string, (owner: Owner) => OwnedValue[]> = {
  id: idsOf,
  facility: idsOf,
  document: idsOf,
  upload: idsOf,
  key: (owner) => valuesOf(owner, 'key'),
  receipt: (owner) => valuesOf(owner, 'receipt'),
  'files.hash': ({ hashes }) => hashes.map((value) => ({ value })),
  secret: ({ linkSecret }) => [{ value: linkSecret }],
  owner: ({ name }) => [{ value: name }],
  cursor: ({ cursor }) => [{ value: cursor }],
};

/** A cursor of a list: with another client's cursor, a client still reads only their own list. */
const places = ['cursor'];

/** The other keys: what is typed, counted or measured. Files are sent by the pages. */
const saysNothing = [
  // Of staff, for the account of whoever types it: see `confirmation-code.test.ts`.
  'clients.confirmWithCode code',
  'claims.enterLetter answers',
  'profile.add answers',
  'profile.change revision',
  'profile.change answers',
  'profile.remove revision',
  'profile.keepTyped revision',
  'profile.keepTyped answers',
  'profile.setConsent revision',
  'uploads.send note',
  'uploads.send files',
  'uploads.begin note',
  'uploads.begin files.size',
];

/** As another client, calls every procedure for clients, and every address of the portal with an id, with what is the owner's. */
export async function walkClients(walk: Walk): Promise<void> {
  const { deps } = walk.target;
  const owner = await makeOwner(walk);
  const context: Context = { walk, owner, owed: [] };
  const strangers = await Promise.all([1, 2, 3, 4].map((each) => makeStranger(each, walk)));
  for (const { collection } of clientModels(deps)) {
    if (!owner.rows.some((row) => row.collection === collection.name))
      walk.hole(`${collection.name} has rows of clients, and tests/attacks/owner.ts makes none`);
  }
  const procedures = readRouter().filter(
    // What is typed when the session has ended is kept by a procedure for anyone.
    ({ name, audience }) => audience === 'client' || name === 'profile.keepTyped',
  );
  for (const procedure of procedures) for (const problem of unknownKeys(procedure)) walk.hole(problem);

  const before = await rowsAbout(owner, walk);
  const begun = walk.report.requests;
  const free = [...strangers];
  const asStranger = async (work: (stranger: Stranger) => Promise<void>) => {
    const stranger = free.pop();
    if (!stranger) throw new Error('More is done at once than there are strangers.');
    await work(stranger);
    free.push(stranger);
  };
  await forEach(procedures, (procedure) => asStranger((each) => tryProcedure(context, procedure, each)));
  const tries = addressTries(context);
  await forEach(tries, (work) => asStranger(work));
  compare(walk, before, await rowsAbout(owner, walk), 'another client');

  for (const show of context.owed) await show();
  walk.report.covered.push(
    `${procedures.length} procedures for clients and ${tries.length} addresses of the portal with what is another client’s: ` +
      `${owner.rows.length} rows of ${clientModels(deps).length} kinds, ${walk.report.requests - begun} requests`,
  );
}

function unknownKeys(procedure: ListedProcedure): string[] {
  return inputsOf(procedure)
    .flatMap((schema) => keysIn(schema))
    .filter(
      ({ path, schema }) =>
        !choicesOf(schema) &&
        !Object.hasOwn(names, path) &&
        !saysNothing.includes(`${procedure.name} ${path}`),
    )
    .map(
      ({ path }) => `${procedure.name} takes ${path}: say in tests/attacks/walk-clients.ts whose it can be`,
    );
}

/** Calls one procedure with the owner's values, and once with one that names nothing, in every combination of its choices. */
async function tryProcedure(context: Context, procedure: ListedProcedure, stranger: Stranger): Promise<void> {
  if (procedure.schema === undefined) return readOwn(context, procedure, stranger, undefined);
  for (const schema of inputsOf(procedure)) {
    const named = keysIn(schema).filter(({ path }) => Object.hasOwn(names, path));
    const nothing = named.map(({ path, schema: each }): [string, unknown] => [path, sampleOf(each)]);
    for (const [at, chosen] of combinationsOf(schema).entries()) {
      if (named.length === 0) await readOwn(context, procedure, stranger, makeInput(schema, chosen));
      for (const { path, schema: each } of named) {
        const values = valuesToTry(context, { path, schema: each, kind: chosen.get('kind'), at });
        if (values.length === 0) context.walk.hole(`${procedure.name} is tried with no ${path} of the owner`);
        await tryValues(
          context,
          {
            what: `${procedure.name} ${[...chosen.values(), path].join(' ')}`,
            stranger,
            isPlace: places.includes(path),
          },
          String(sampleOf(each)),
          values,
          (value) => callOf(procedure, makeInput(schema, new Map([...nothing, ...chosen, [path, value]]))),
        );
      }
    }
  }
}

/** With kinds of entries to choose from, a short walk tries values of other kinds in one combination each. */
const valueRotation = 6;

/** @returns the owner's values for a key, in the `at`th combination of choices. */
function valuesToTry(
  { walk, owner }: Context,
  { path, schema, kind, at }: { path: string; schema: { pattern?: string }; kind: unknown; at: number },
): string[] {
  const pattern = new RegExp(schema.pattern ?? '', 'u');
  const own = Object.entries(profileKinds).find(([each]) => each === kind)?.[1].collection;
  const isMeant = ({ collection }: OwnedValue) =>
    collection === undefined ||
    collection === (path === 'facility' ? profileKinds['medical-facility'].collection : own);
  const values = (names[path]?.(owner) ?? [])
    .filter(({ value }) => pattern.test(value))
    .filter(
      (each, index) => walk.full || !own || isMeant(each) || index % valueRotation === at % valueRotation,
    );
  return [...new Set(values.map(({ value }) => value))];
}

/** In this process, as pages do: scripts of pages may call few of them. */
const callOf = ({ name, type }: ListedProcedure, input: unknown): Call => ({
  method: type === 'mutation' ? 'POST' : 'GET',
  path: name,
  body: input,
});

/** Calls a procedure that names nothing: what it reads has to be the caller's own. */
async function readOwn(
  context: Context,
  procedure: ListedProcedure,
  stranger: Stranger,
  input: unknown,
): Promise<void> {
  const { walk, owner } = context;
  const { name, type } = procedure;
  const call = callOf(procedure, input);
  if (type === 'mutation') {
    // May end the session.
    const session = `client=${await walk.target.deps.clientSessions.create(stranger.id)}`;
    await askAs(context, { ...stranger, session }, call);
    stranger.session = `client=${await walk.target.deps.clientSessions.create(stranger.id)}`;
    return;
  }
  const answer = await askAs(context, stranger, call);
  // Files leave by their pages only, see `client-addresses.ts`.
  if (name.endsWith('.documentFile')) return;
  if (answer.status !== 200) walk.hole(`${name} is answered ${answer.status} to a client`);
  walk.report.allowed += 1;
  context.owed.push(async () => {
    const own = await ask(walk, `${owner.session}; ${owner.leftBehind}`, call);
    const isTyped = name === 'profile.typed' && !JSON.stringify(call.body).includes('emergency-contact');
    if (same(own, answer) && !isTyped)
      walk.hole(`${call.path} is answered to a client who has everything as to one who has nothing`);
  });
}
