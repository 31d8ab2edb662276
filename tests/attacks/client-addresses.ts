import { downloadNames } from '../../api/casework/downloads/download-names.ts';
import { profileKinds } from '../../api/casework/profile/profile-kinds.ts';
import { readPdf } from '../../api/platform/documents/fixtures/read-pdf.ts';
import { entryActions, kinds, pathOf } from '../../web/app/portal/profile/profile-words.ts';
import { pages } from './declared.ts';
import { answersTo } from './inputs.ts';
import { idsOf, ownersWords, valuesOf } from './owner.ts';
import { askAs, type Call, type Context, type Stranger, tryValues } from './stranger.ts';

/** Addresses of the portal with an id that are no pages: a file is sent to it in parts (`api/casework/uploads/tus.ts`). */
const uploadsPath = '/client-portal/uploads';
const uploadMethods = {
  HEAD: {},
  PATCH: { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
  DELETE: {},
};

/** @returns the tries of every address of the portal that can name something of one client. */
export function addressTries(context: Context): Try[] {
  return [fileTries, uploadTries, postTries, readTries].flatMap((triesOf) => triesOf(context));
}

export type Try = (stranger: Stranger) => Promise<void>;

const noId = 'f'.repeat(24);

/** Every page of the portal whose address has an id; they are files. */
function fileTries(context: Context): Try[] {
  const { owner, walk } = context;
  const ids = idsOf(owner).map(({ value }) => value);
  const files = Object.keys(pages).filter(
    (each) => each.startsWith('/client-portal/') && each.includes('/:'),
  );
  for (const pattern of files.filter((each) => !/^[^:]+\/:(document|date)\/file$/.test(each)))
    walk.hole(`${pattern} has an id: say in tests/attacks/client-addresses.ts what it can be`);
  return files.map((pattern) => {
    const at = (id: string) => pattern.replace(/:\w+/, id);
    if (pattern.startsWith('/client-portal/downloads/'))
      return (stranger) => tryDownloads(context, stranger, at);
    const named = pattern.includes(':date') ? owner.dates : ids;
    return (stranger) =>
      tryValues(context, { what: pattern, stranger }, noId, named, (id) => ({ path: at(id) }));
  });
}

/** Downloads are named alike for everybody: each client gets the own ones. */
async function tryDownloads(
  { walk, owner }: Context,
  stranger: Stranger,
  at: (name: string) => string,
): Promise<void> {
  for (const name of downloadNames) {
    const read = async (session: string) => {
      const response = await fetch(walk.target.url + at(name), {
        redirect: 'manual',
        headers: { cookie: session },
      });
      const bytes = Buffer.from(await response.arrayBuffer());
      if (response.status !== 200) return '';
      return bytes.includes('Ownedcanary') ? 'Ownedcanary' : (await readPdf(bytes)).text;
    };
    const [own, others] = [await read(owner.session), await read(`${stranger.session}; ${owner.leftBehind}`)];
    if (ownersWords.test(others)) walk.hole(`${at(name)} gives another client the owner's`);
    else walk.report.refused += 1;
    if (!ownersWords.test(own)) walk.hole(`${at(name)} is not the owner's own, so the walk shows nothing`);
  }
}

/** Files are sent in parts by three methods, in this order: the last one ends an upload. */
function uploadTries(context: Context): Try[] {
  const { owner, walk } = context;
  const ours = { origin: walk.target.origin, 'sec-fetch-site': 'same-origin', 'tus-resumable': '1.0.0' };
  const ids = [owner.begunUpload, ...idsOf(owner).map(({ value }) => value)];
  return [
    async (stranger) => {
      for (const [method, headers] of Object.entries(uploadMethods))
        await tryValues(context, { what: `${method} ${uploadsPath}`, stranger }, noId, ids, (id) => ({
          method,
          path: `${uploadsPath}/${id}`,
          headers: { ...ours, ...headers },
          ...(method === 'PATCH' && { body: 'x' }),
        }));
    },
  ];
}

/** The pages' own forms, with ids of the owner in the fields that name an entry. */
function postTries(context: Context): Try[] {
  const { owner, walk } = context;
  return entryActions.map((action) => async (stranger) => {
    let tried = 0;
    for (const kind of kinds) {
      const isTyped = action === 'add' || action === 'change';
      const answers = isTyped ? answersTo(kind) : {};
      const post = (id: string): Call => ({
        method: 'POST',
        path: `${pathOf[kind]}.data`,
        body: new URLSearchParams({
          ...Object.fromEntries(Object.entries(answers).map(([name, value]) => [name, String(value)])),
          _do: action,
          _kind: kind,
          _script: '1',
          _revision: '1',
          _owner: owner.name,
          ...(action === 'add' ? { _key: crypto.randomUUID(), _facility: id } : { _id: id }),
        }).toString(),
      });
      // Not every kind has every form, and only an email address has a link.
      if (action === 'send-link' && kind !== 'email-address') continue;
      if ((await askAs(context, stranger, post(noId))).status === 400) continue;
      tried += 1;
      const named = action === 'add' ? 'medical-facility' : kind;
      // Pages hand on what is posted to procedures, which are tried with everything.
      const ids = idsOf(owner).filter(({ collection }) => collection === profileKinds[named].collection);
      const values = ids.map(({ value }) => value);
      await tryValues(context, { what: `a post of ${action} ${kind}`, stranger }, noId, values, post);
    }
    if (tried === 0) walk.hole(`no post of ${action} is understood, so nothing is tried`);
  });
}

/** What an address can name besides. */
function readTries(context: Context): Try[] {
  const { owner } = context;
  const idsOfKind = (kind: (typeof kinds)[number]) =>
    owner.rows.filter(({ collection }) => collection === profileKinds[kind].collection).map(({ id }) => id);
  const addresses = [
    ...kinds.flatMap((kind) => idsOfKind(kind).map((id) => `${pathOf[kind]}?undo=${kind}.${id}`)),
    ...idsOfKind('medical-facility').map((id) => `${pathOf['medical-treatment']}?at=${id}`),
    ...idsOfKind('medical-treatment').map((id) => `${pathOf['medical-treatment']}?edit=${id}`),
    ...valuesOf(owner, 'receipt').map(({ value }) => `${uploadsPath}?receipt=${value}`),
    `/client-portal/activity?cursor=${owner.cursor}`,
  ];
  const verify = '/client-portal/emails/verify';
  return [
    async (stranger) => {
      for (const path of addresses) await askAs(context, stranger, { path });
    },
    (stranger) =>
      tryValues(context, { what: verify, stranger }, 'x', [owner.linkSecret], (code) => ({
        method: 'POST',
        path: `${verify}.data`,
        body: `code=${code}`,
      })),
  ];
}
