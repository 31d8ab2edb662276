import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import mongoose from 'mongoose';
import { clientsCollection } from '../../api/accounts/clients/client.model.ts';
import { submissionKey } from '../../api/casework/intake/browser-drafts.ts';
import { countStaleKeys, openDataKeys } from '../../api/platform/keys/data-keys.ts';
import { lookupFilter, lookupHashes } from '../../api/platform/keys/lookups.ts';
import { makePdf } from '../setup/pdf.ts';
import { sendForm } from '../setup/send-form.ts';
import { readKeys } from '../setup/site.ts';
import { Attempts, countDamage, type Evaluation, prepareEvaluations, send } from './evaluations.ts';
import { type FailPoint, holdBack } from './fail-point.ts';
import { until } from './figures.ts';
import { addClients, somebody } from './people.ts';
import type { Product } from './product.ts';
import { dateFields, openForm, post } from './requests.ts';

/** What was under way when the site was stopped. */
export interface Begun {
  /** Lets the server go on, once the site is dead. */
  release?(): Promise<void>;
  /** What people and jobs do next, until it is done. @throws Error when it is not done in time. */
  goOn(): Promise<void>;
  /** @returns what is wrong with what is stored then. */
  findFault(): Promise<string | undefined>;
}

export interface KillPoint {
  name: string;
  /** Leads there. It returns at the moment at which the site is to be killed. */
  begin(product: Product): Promise<Begun>;
}

const doneWithinMs = 80_000;
const commit = { commands: ['commitTransaction'] };

/** What the first points kill: somebody sends a case evaluation, and then sends it again. */
function evaluation(name: string, at: FailPoint): KillPoint {
  return {
    name,
    async begin(product) {
      const [sent] = (await prepareEvaluations(1, product)) as [Evaluation];
      const { held, release } = await holdBack(at, product);
      void send(product.url, sent);
      await held();
      return { release, ...resend(sent, product) };
    },
  };
}

function resend(sent: Evaluation, product: Product): Omit<Begun, 'release'> {
  return {
    async goOn() {
      if (!(await new Attempts().sendUntilStored(product.url, sent, doneWithinMs)))
        throw new Error('It was never acknowledged.');
    },
    async findFault() {
      const { lost, twice, halfDone } = await countDamage([sent], product);
      return lost + twice + halfDone > 0 ? `${lost} lost, ${twice} twice, ${halfDone} in part` : undefined;
    },
  };
}

const committed: KillPoint = {
  name: 'evaluation: as soon as it is committed, before the answer',
  async begin(product) {
    const [sent] = (await prepareEvaluations(1, product)) as [Evaluation];
    const submission_key = submissionKey('case-evaluation', sent.secret);
    void send(product.url, sent);
    const rows = product.portal.collection('case_evaluations');
    await until('it is stored', 30_000, async () => (await rows.countDocuments({ submission_key })) > 0, 1);
    return resend(sent, product);
  },
};

/** As if the half minute were over for which a row is a dead process’s (`takeLease`). */
async function letGo(rows: mongoose.Collection, of: object): Promise<void> {
  await rows.updateMany(of, { $set: { due_at: new Date(0) } });
}

/** What follows an evaluation: its email. */
function mail(name: string, after: number): KillPoint {
  return {
    name,
    async begin(product) {
      const [sent] = (await prepareEvaluations(1, product)) as [Evaluation];
      const { held, release } = await holdBack({ commands: ['update'], on: 'outbox', after }, product);
      void send(product.url, sent);
      await held();
      const { portal, dataDir } = product;
      const submission_key = submissionKey('case-evaluation', sent.secret);
      const row = await portal.collection('case_evaluations').findOne({ submission_key });
      const message = () => portal.collection('outbox').findOne({ about: row?.reference });
      return {
        release,
        async goOn() {
          await letGo(portal.collection('outbox'), { about: row?.reference });
          await until(
            'the email is sent',
            doneWithinMs,
            async () => (await message())?.state === 'sent',
            500,
          );
        },
        async findFault() {
          const id = String((await message())?._id);
          const files = (await readdir(join(dataDir, 'mail'))).filter((file) => file === `${id}.eml`);
          return files.length === 1 ? undefined : 'The email did not leave.';
        },
      };
    },
  };
}

/** What follows a contract: its PDF. */
function pdf(name: string, at?: FailPoint): KillPoint {
  return {
    name,
    async begin(product) {
      const { portal, url, dataDir } = product;
      const documents = portal.collection('documents');
      const known = await documents.distinct('_id');
      const own = { _id: { $nin: known } };
      const { ssn, dateOfBirth } = somebody();
      const holding = at && (await holdBack(at, product));
      const signing = sendForm(
        'contract',
        {
          first_name: 'Dana',
          last_name: 'Sample',
          date_of_birth: dateOfBirth,
          ssn,
          street_address: '12 Sample Lane',
          city: 'Newark',
          state: 'NJ',
          zip_code: '07102',
          phone: '(201) 555-0123',
          email: 'dana@sample.example',
          agreed_to_terms: 'on',
          agreed_to_privacy: 'on',
          consent_to_contact: 'on',
          electronic_records: 'on',
          signature_name: 'Dana Sample',
        },
        { url, dataDir },
      );
      signing.catch(() => {});
      if (holding) await holding.held();
      else
        await until(
          'it is being printed',
          30_000,
          async () => (await documents.countDocuments({ ...own, leased_until: { $exists: true } })) > 0,
          1,
        );
      return {
        ...(holding && { release: holding.release }),
        async goOn() {
          await letGo(documents, own);
          await until(
            'the PDF is stored',
            doneWithinMs,
            async () => (await documents.countDocuments({ ...own, state: 'stored' })) > 0,
            500,
          );
        },
        async findFault() {
          const rows = await documents.find(own).toArray();
          const [row] = rows;
          const files = portal.collection('document_files.files');
          const stored = await files.countDocuments({ filename: `${row?._id}.${row?.sha256}` });
          return rows.length === 1 && stored === 1
            ? undefined
            : `${rows.length} documents, ${stored} files of the first`;
        },
      };
    },
  };
}

/** What a client sends in parts. */
function upload(name: string, at: FailPoint): KillPoint {
  return {
    name,
    async begin(product) {
      const { portal } = product;
      const sending = await beginUpload(product);
      const { held, release } = await holdBack(at, product);
      void sendRest(sending, product)
        .then(() => finish(sending, product))
        .catch(() => {});
      await held();
      return {
        release,
        async goOn() {
          await until(
            'the upload is received',
            doneWithinMs,
            async () => {
              await sendRest(sending, product).catch(() => {});
              return (await finish(sending, product).catch(() => '')) === 'received';
            },
            1_000,
          );
        },
        async findFault() {
          const documents = await portal
            .collection<{ client_id: string; state: string }>('client_documents')
            .find({ client_id: sending.client })
            .toArray();
          const states = documents.map(({ state }) => state).join(', ');
          return states === 'stored' ? undefined : `documents: ${states || 'none'}`;
        },
      };
    },
  };
}

interface Sending {
  client: string;
  cookie: string;
  file: Buffer;
  upload: string;
}

async function beginUpload(product: Product): Promise<Sending> {
  const [person] = await addClients(1, product);
  if (!person) throw new Error('Nobody was registered.');
  const login = await openForm(product.url, '/client-login');
  const { cookie } = await post(product.url, login, { ssn: person.ssn, pin: person.pin });
  const file = makePdf('A letter', { padding: randomBytes(3 * 1024 * 1024) });
  const hash = createHash('sha256').update(file).digest('base64url');
  const announced = { type: 'other', note: '', files: [{ hash, size: file.length }] };
  const begun = await call<{ files: { upload: string }[] }>('begin', cookie, announced, product);
  const uploadId = begun.files[0]?.upload ?? '';
  const row = await product.portal
    .collection('client_uploads')
    .findOne({ _id: new mongoose.mongo.ObjectId(uploadId) });
  return { client: row?.client_id, cookie, file, upload: uploadId };
}

async function call<T>(procedure: string, cookie: string, input: object, { url }: Product): Promise<T> {
  const response = await fetch(`${url}/trpc/uploads.${procedure}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, 'sec-fetch-site': 'same-origin', cookie },
    body: JSON.stringify(input),
  });
  const { result } = (await response.json()) as { result: { data: T } };
  return result.data;
}

async function finish({ cookie, upload: id }: Sending, product: Product): Promise<string> {
  return (await call<{ state: string }>('finish', cookie, { upload: id }, product)).state;
}

/** Sends what the site says is missing, as a browser does. */
async function sendRest({ cookie, file, upload: id }: Sending, { url }: Product): Promise<void> {
  const headers = { origin: url, 'sec-fetch-site': 'same-origin', 'tus-resumable': '1.0.0', cookie };
  const asked = await fetch(`${url}/client-portal/uploads/${id}`, { method: 'HEAD', headers });
  const offset = Number(asked.headers.get('upload-offset'));
  if (asked.status !== 200 || offset === file.length) return;
  await fetch(`${url}/client-portal/uploads/${id}`, {
    method: 'PATCH',
    headers: {
      ...headers,
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
    },
    body: new Uint8Array(file.subarray(offset)),
  });
}

const registration: KillPoint = {
  name: 'registration: before its transaction is committed',
  async begin(product) {
    const { url, portal, dataDir } = product;
    const { ssn, pin, dateOfBirth } = somebody();
    const fields = {
      ssn,
      ...dateFields('date_of_birth', dateOfBirth),
      pin,
      confirm_pin: pin,
      not_a_robot: 'on',
    };
    const form = await openForm(url, '/client-register');
    const { held, release } = await holdBack(commit, product);
    void post(url, form, fields).catch(() => {});
    await held();
    return {
      release,
      async goOn() {
        const login = await openForm(url, '/client-login');
        await until(
          'the client is logged in',
          doneWithinMs,
          async () => {
            // The second time it says that the number is registered, which is as good.
            await post(url, form, fields).catch(() => {});
            return (await post(url, login, { ssn, pin }).catch(() => undefined))?.status === 303;
          },
          1_000,
        );
      },
      async findFault() {
        const keys = await openDataKeys(await readKeys(dataDir), portal);
        const found = lookupFilter('ssn_lookup', lookupHashes(keys.lookups, 'client-ssn', ssn));
        const accounts = await clientsCollection.model(portal).countDocuments(found);
        return accounts === 1 ? undefined : `${accounts} accounts`;
      },
    };
  },
};

const migration: KillPoint = {
  name: 'migration: done, before that is recorded',
  async begin(product) {
    const records = product.portal.collection<{ _id: string; done_at: Date | null }>('migrations');
    // Ids begin with a date, so this is the last one of the list.
    const _id = (await records.findOne({}, { sort: { _id: -1 } }))?._id ?? '';
    await product.end();
    await records.deleteOne({ _id });
    // The first update notes that it is not done.
    const { held, release } = await holdBack({ commands: ['update'], on: 'migrations', after: 1 }, product);
    product.start();
    await held();
    return {
      release,
      async goOn() {
        const isDone = async () => ((await records.findOne({ _id }))?.done_at ?? null) !== null;
        await until('the migration is done', doneWithinMs, isDone, 500);
      },
      async findFault() {
        return (await records.countDocuments({ _id })) === 1 ? undefined : 'It is recorded twice.';
      },
    };
  },
};

const rotation: KillPoint = {
  name: 'key rotation: the new key is in use, and no data key is wrapped with it',
  async begin(product) {
    const { portal, dataDir } = product;
    const [person] = await addClients(1, product);
    const at = { commands: ['update'], on: 'data_keys', app: null };
    const { held, release } = await holdBack(at, product);
    const first = rotate(dataDir);
    await held();
    first.kill('SIGKILL');
    return {
      release,
      async goOn() {
        const again = rotate(dataDir);
        const said = text(again.stdout);
        const [code] = await once(again, 'exit');
        if (code !== 0) throw new Error(`The rotation ended with ${code}: ${await said}`);
      },
      async findFault() {
        const rings = await readKeys(dataDir);
        const { stale, unreadable } = await countStaleKeys('fields', rings, portal);
        const keys = await openDataKeys(rings, portal);
        const found = lookupFilter('ssn_lookup', lookupHashes(keys.lookups, 'client-ssn', person?.ssn ?? ''));
        const client = await clientsCollection.model(portal).findOne(found).lean();
        if (!client) return 'A client is not found any more.';
        const ssn = clientsCollection.decrypt(await keys.of(client._id), client._id, 'ssn', client.ssn);
        if (ssn !== person?.ssn) return 'A number reads otherwise.';
        return stale + unreadable > 0 ? `${stale} keys are stale, ${unreadable} unreadable` : undefined;
      },
    };
  },
};

function rotate(dataDir: string) {
  const script = join(import.meta.dirname, '../../scripts/rotate-keys.ts');
  return spawn(process.execPath, [script, 'fields'], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** In the order in which they meet what somebody sends. */
export const killPoints: readonly KillPoint[] = [
  evaluation('evaluation: before its data key is stored', { commands: ['insert'], on: 'data_keys' }),
  evaluation('evaluation: between the record and its email', { commands: ['insert'], on: 'outbox' }),
  evaluation('evaluation: before its transaction is committed', commit),
  committed,
  mail('email: taken up, before it leaves', 0),
  mail('email: gone, before that is recorded', 1),
  registration,
  pdf('contract: while its PDF is printed'),
  pdf('contract: printed, before the PDF is stored', { commands: ['insert'], on: 'document_files.chunks' }),
  pdf('contract: stored, before that is recorded', { commands: ['update'], on: 'documents' }),
  upload('upload: between two parts', { commands: ['insert'], on: 'document_files.chunks', after: 5 }),
  upload('upload: before the document that it becomes is committed', commit),
  rotation,
  migration,
];
