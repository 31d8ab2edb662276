import { randomUUID } from 'node:crypto';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { caseworkLimits } from '#api/casework/limits.ts';
import type { Deps } from '#api/platform/deps.ts';
import { readPdf } from '#api/platform/documents/fixtures/read-pdf.ts';
import {
  addClient,
  clientSession,
  confirmAccount,
  refusal,
  ssnOf,
  staffMember,
  type Visitor,
} from '../../../tests/setup/clients.ts';
import { contractAnswers, empty, emptyAuditLog, openDeps, visitor } from '../../../tests/setup/deps.ts';
import { signContract } from '../../../tests/setup/submissions.ts';
import { downloadNames } from './download-names.ts';

const { ssn } = contractAnswers;
const forms = ['medical-source-statement', 'disability-questionnaire'] as const;

let deps: Deps;
let robin: Visitor;
beforeAll(async () => {
  deps = await openDeps();
  robin = await staffMember(deps, 'reviewer');
});
beforeEach(async () => {
  await empty(deps, 'clients', 'signed_contracts', 'documents', 'outbox', 'limits');
  await empty(deps, 'client_documents', 'events');
  await emptyAuditLog(deps);
});
afterAll(() => deps.close());

/** @returns a registered client who is signed in. */
async function register(number = ssn): Promise<Visitor & { id: string }> {
  const id = await addClient(deps, { ssn: number });
  const who = await clientSession(id, deps);
  return { ...who, id };
}

/** @returns a confirmed client whose name staff have entered as on the contract. */
async function registerConfirmed(
  number = ssn,
  [firstName, lastName]: [string, string] = ['Canaria', "O'Testwright"],
) {
  const client = await register(number);
  await confirmAccount(client.id, robin, deps);
  const { id } = client;
  await robin.call.clients.correctName({ id, reason: 'As on the contract', firstName, lastName, was: null });
  return client;
}

const sign = (changed: Partial<typeof contractAnswers> = {}) => signContract(deps, changed);

async function* pdfOf(text: string) {
  yield Buffer.from(`%PDF-1.7\n${text}\n%%EOF\n`);
}

/** Says, as staff, that the newest contract is the client's. */
async function linkContract({ id }: { id: string }): Promise<void> {
  const contract = await deps.portal.collection('signed_contracts').findOne({}, { sort: { signed_at: -1 } });
  const link = { kind: 'contract', record: String(contract?._id), state: 'linked' } as const;
  await robin.call.clients.decideLink({ id, ...link, reason: 'Named on the phone' });
}

const addEvidence = (id: string, text: string, type: 'evidence-of-filing' | 'other' = 'evidence-of-filing') =>
  robin.call.clients.addDocument({ id, title: 'Canary receipt', type, file: pdfOf(text) });

type Name = (typeof downloadNames)[number];
const open = ({ call }: Visitor, name: Name) => call.downloads.documentFile({ name });

async function bytesOf(client: Visitor, name: Name): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  const { content, size } = await open(client, name);
  for await (const piece of content) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  expect(bytes).toHaveLength(size);
  return bytes;
}

const textOf = async (client: Visitor, name: Name) => (await readPdf(await bytesOf(client, name))).text;

async function onRecord(): Promise<unknown[]> {
  const entries = await deps.audit.entries
    .find({ action: /^downloads/ })
    .sort({ _id: 1 })
    .toArray();
  return entries.map(({ actor, action, subject, details }) => [actor, action, subject, details?.download]);
}

describe('the downloads of a client', () => {
  it('are for signed-in clients only: no visitor and no staff', async () => {
    for (const who of [visitor(deps), robin]) {
      expect((await refusal(who.call.downloads.list()))?.code).toBe('signed-out');
      for (const name of downloadNames) expect((await refusal(open(who, name)))?.code).toBe('signed-out');
    }
    expect(await onRecord()).toEqual([]);
  });

  it('are refused under a name that is none', async () => {
    const client = await register();
    for (const name of ['', 'x', '../client-contract', '__proto__', { $ne: '' }])
      expect((await refusal(open(client, name as Name)))?.code).toBe('bad-input');
  });

  it('are the two blank forms, and nothing personal, before the account is confirmed', async () => {
    await sign();
    const client = await register();
    await addEvidence(client.id, 'filed');
    expect(await client.call.downloads.list()).toMatchObject([
      { name: 'evidence-of-filing', state: 'unconfirmed', size: null, date: null },
      { name: 'medical-source-statement', state: 'ready' },
      { name: 'disability-questionnaire', state: 'ready' },
      { name: 'client-contract', state: 'unconfirmed', size: null, date: null },
    ]);
    for (const name of ['evidence-of-filing', 'client-contract'] as const)
      expect((await refusal(open(client, name)))?.code).toBe('forbidden');
    for (const name of forms)
      expect(await textOf(client, name)).not.toMatch(/Canaria|7391|1968|Canary Lane|xxx-xx|reference/);
  });

  it('say what is not there yet, and are not found', async () => {
    const client = await registerConfirmed();
    await addEvidence(client.id, 'A letter', 'other');
    const states = Object.fromEntries(
      (await client.call.downloads.list()).map((each) => [each.name, each.state]),
    );
    expect(states).toEqual({
      'evidence-of-filing': 'missing',
      'medical-source-statement': 'ready',
      'disability-questionnaire': 'ready',
      'client-contract': 'missing',
    });
    for (const name of ['evidence-of-filing', 'client-contract'] as const)
      expect((await refusal(open(client, name)))?.code).toBe('not-found');
    expect(await onRecord()).toEqual([]);
  });

  it('have a type, a size and a date, and names without personal data', async () => {
    await sign();
    const client = await registerConfirmed();
    await addEvidence(client.id, 'filed');
    const listed = await client.call.downloads.list();
    for (const { name, ending, size, date, made } of listed) {
      expect(date).toMatch(/^\d{4}-\d\d-\d\d/);
      const file = await open(client, name);
      expect(file).toMatchObject({ fileName: `${name}.${ending}`, contentType: 'application/pdf' });
      if (made) expect(Math.abs(file.size - (size ?? 0))).toBeLessThan(20_000);
    }
    const [evidence] = listed;
    expect(evidence?.size).toBe((await bytesOf(client, 'evidence-of-filing')).length);
    expect(JSON.stringify(listed)).not.toMatch(/Canar|7391|1968/);
    // The PDF of a contract has a size once it is made.
    const contract = (await client.call.downloads.list())[3];
    expect(contract?.size).toBe((await bytesOf(client, 'client-contract')).length);
  });

  it('are the newest evidence of filing, and the contract as it was signed', async () => {
    const { reference } = await sign();
    const client = await registerConfirmed();
    await addEvidence(client.id, 'first');
    const { document } = await addEvidence(client.id, 'second');
    await addEvidence(client.id, 'another paper', 'other');
    expect(String(await bytesOf(client, 'evidence-of-filing'))).toContain('second');
    await robin.call.clients.removeDocument({ id: client.id, document, reason: 'The wrong one' });
    expect(String(await bytesOf(client, 'evidence-of-filing'))).toContain('first');
    const contract = await deps.portal.collection('signed_contracts').findOne({ reference });
    const stored = await deps.documents.read(String(contract?.document));
    expect((await bytesOf(client, 'client-contract')).equals(stored.content)).toBe(true);
  });

  it('are the contract that staff linked, also after somebody signed another one that agrees', async () => {
    const { reference } = await sign();
    const client = await registerConfirmed();
    await linkContract(client);
    await sign({ street_address: '77 Stranger Road' });
    const contract = await deps.portal.collection('signed_contracts').findOne({ reference });
    const stored = await deps.documents.read(String(contract?.document));
    expect((await bytesOf(client, 'client-contract')).equals(stored.content)).toBe(true);
  });

  it('are never those of another client, by two clients and every document', async () => {
    const names = { first_name: 'Otis', last_name: 'Zephyr', signature_name: 'Otis Zephyr' };
    const theirs = { ...names, ssn: ssnOf(1), street_address: '77 Zephyr Road' };
    await sign();
    await sign(theirs);
    const [canaria, otis] = [
      await registerConfirmed(),
      await registerConfirmed(ssnOf(1), ['Otis', 'Zephyr']),
    ];
    await linkContract(otis);
    await addEvidence(canaria.id, 'evidence of canaria');
    await addEvidence(otis.id, 'evidence of otis');
    for (const name of forms) {
      expect(await textOf(canaria, name)).not.toMatch(/Otis|Zephyr/);
      expect(await textOf(otis, name)).toMatch(/Otis Zephyr.*77 Zephyr Road/);
    }
    expect(await textOf(otis, 'client-contract')).not.toMatch(/Canar/);
    expect(await textOf(canaria, 'client-contract')).not.toMatch(/Zephyr/);
    expect(String(await bytesOf(canaria, 'evidence-of-filing'))).toContain('evidence of canaria');
    expect(String(await bytesOf(otis, 'evidence-of-filing'))).toContain('evidence of otis');
    // Nothing chooses whose: there is no id to send.
    for (const name of downloadNames) {
      const withId = { name, id: otis.id, clientId: otis.id } as { name: Name };
      expect((await refusal(canaria.call.downloads.documentFile(withId)))?.code).toBe('bad-input');
    }
  });

  it('are not a contract that agrees with an account without a name, until staff link it', async () => {
    await sign();
    const client = await register();
    await confirmAccount(client.id, robin, deps);
    expect((await refusal(open(client, 'client-contract')))?.code).toBe('not-found');
    expect(await textOf(client, 'disability-questionnaire')).not.toMatch(/Canar/);
    await linkContract(client);
    expect((await bytesOf(client, 'client-contract')).length).toBeGreaterThan(0);
  });

  it('are not a contract with the client’s number and another name or date of birth', async () => {
    await sign({ date_of_birth: '1970-01-01' });
    await sign({ first_name: 'Otis', last_name: 'Zephyr', signature_name: 'Otis Zephyr' });
    const client = await registerConfirmed();
    expect((await refusal(open(client, 'client-contract')))?.code).toBe('not-found');
    expect(await textOf(client, 'disability-questionnaire')).not.toMatch(/Canary Lane/);
  });

  it('are not a contract with another number, even one that staff linked to the client', async () => {
    const names = { first_name: 'Otis', last_name: 'Zephyr', signature_name: 'Otis Zephyr' };
    await sign({ ...names, ssn: ssnOf(1) });
    const client = await registerConfirmed();
    await linkContract(client);
    expect((await robin.call.clients.detail({ id: client.id })).documents).toHaveLength(1);
    expect((await refusal(open(client, 'client-contract')))?.code).toBe('not-found');
    expect(await textOf(client, 'disability-questionnaire')).not.toMatch(/Otis|Zephyr/);
  });

  it('are on the audit record before they leave, by the client and by name', async () => {
    await sign();
    const client = await registerConfirmed();
    await open(client, 'client-contract');
    await open(client, 'disability-questionnaire');
    const actor = `client:${client.id}`;
    expect(await onRecord()).toEqual([
      [actor, 'downloads.documentFile', client.id, 'client-contract'],
      [actor, 'downloads.documentFile', client.id, 'disability-questionnaire'],
    ]);
  });

  it('are at most 60 in an hour', async () => {
    const client = await registerConfirmed();
    await addEvidence(client.id, 'filed');
    // As if 59 had left.
    for (let at = 0; at < 59; at += 1) await deps.limits.reserve(caseworkLimits.clientDownload, client.id);
    await open(client, 'evidence-of-filing');
    expect((await refusal(open(client, 'evidence-of-filing')))?.code).toBe('too-many');
    expect((await refusal(open(await registerConfirmed(ssnOf(2)), 'client-contract')))?.code).toBe(
      'not-found',
    );
  });
});

describe('a form to fill in by hand', () => {
  interface Node {
    role: string;
    children?: Node[];
  }

  it.each(forms)('%s says what we know, with the last four digits of the number only', async (name) => {
    const { reference } = await sign();
    const client = await registerConfirmed();
    await linkContract(client);
    const text = await textOf(client, name);
    expect(text).toMatch(/Canaria O'Testwright.*April 27, 1968.*xxx-xx-7391.*12 Canary Lane, Unit 7/);
    expect(text).not.toMatch(/212-?84-?7391/);
    if (name === 'disability-questionnaire') expect(text).toContain(`reference ${reference}`);
  });

  it.each(forms)(
    '%s names the address that the client keeps in the portal, not the one of the contract',
    async (name) => {
      await sign();
      const client = await registerConfirmed();
      await linkContract(client);
      const place = { urbanization: 'Las Gladiolas', city: 'San Juan', state: 'PR', zip_code: '00926-3232' };
      const answers = { street_address: '150 Calle A', ...place };
      await client.call.profile.add({ kind: 'mailing-address', key: randomUUID(), answers });
      const text = await textOf(client, name);
      expect(text).toMatch(/URB Las Gladiolas.*150 Calle A.*San Juan, PR 00926/);
      expect(text).not.toContain('12 Canary Lane');
    },
  );

  it.each(forms)('%s says nothing from a contract that staff have not linked to the client', async (name) => {
    const { reference } = await sign({ phone: '2015557777' });
    const text = await textOf(await registerConfirmed(), name);
    expect(text).toMatch(/Canaria O'Testwright.*April 27, 1968.*xxx-xx-7391/);
    expect(text).not.toMatch(/555-7777|Canary Lane/);
    expect(text).not.toContain(reference);
  });

  it('for the client says the primary phone number of the portal, else that of the linked contract', {
    tags: 'thorough',
  }, async () => {
    await sign({ phone: '201-555-7777 #5' });
    const client = await registerConfirmed();
    await linkContract(client);
    expect(await textOf(client, 'disability-questionnaire')).toContain('(201) 555-7777 ext. 5');
    const add = (phone_number: string) =>
      client.call.profile.add({ kind: 'phone-number', key: randomUUID(), answers: { phone_number } });
    await add('2015550122');
    const { id } = await add('2015550111');
    await client.call.profile.makePrimary({ kind: 'phone-number', id });
    const text = await textOf(client, 'disability-questionnaire');
    expect(text).toContain('(201) 555-0111');
    expect(text).not.toMatch(/555-7777|555-0122/);
  });

  it('for the client lists the facilities and treatments of the last 3 years from the portal', async () => {
    const client = await registerConfirmed();
    const place = { street_address: '1 Clinic Way', city: 'Trenton', state: 'NJ', zip_code: '08608' };
    const addFacility = (facility_name: string) =>
      client.call.profile.add({
        kind: 'medical-facility',
        key: randomUUID(),
        answers: { facility_name, suite_floor: 'Floor 3', ...place },
      });
    const addTreatment = (facility: string, answers: object) =>
      client.call.profile.add({
        kind: 'medical-treatment',
        key: randomUUID(),
        facility,
        answers: { ...answers },
      });
    const { id: hospital } = await addFacility('Canary Hospital');
    const { id: clinic } = await addFacility('Old Clinic');
    await addFacility('New Practice');
    const lastYear = new Date().getFullYear() - 1;
    await addTreatment(hospital, { visit_date: `03/${lastYear}`, reason: 'Back pain', doctor_name: 'Wren' });
    await addTreatment(hospital, { visit_date: `02/${lastYear} - 05/${lastYear}`, reason: 'Knee' });
    await addTreatment(clinic, { visit_date: `01/${lastYear - 9}`, reason: 'Long ago' });
    const text = await textOf(client, 'disability-questionnaire');
    const entered = [
      `Canary Hospital 1 Clinic Way Floor 3 Trenton, NJ 08608 Knee 02/${lastYear} - 05/${lastYear}`,
      `Canary Hospital, Dr. Wren 1 Clinic Way Floor 3 Trenton, NJ 08608 Back pain 03/${lastYear}`,
      'New Practice 1 Clinic Way',
    ];
    for (const each of entered) expect(text.replace(/\s+/g, ' ')).toContain(each);
    expect(text).not.toMatch(/Old Clinic|Long ago/);
    // A doctor fills in what that practice knows, and is not told who else treats the patient.
    expect(await textOf(client, 'medical-source-statement')).not.toMatch(/Canary Hospital|New Practice/);
  });

  it.each(forms)('%s is tagged for screen readers, with a title and a language', async (name) => {
    const bytes = await bytesOf(await registerConfirmed(), name);
    const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
    const roles = new Set<string>();
    const walk = ({ role, children = [] }: Node): void => {
      roles.add(role);
      for (const child of children) walk(child);
    };
    for (let page = 1; page <= pdf.numPages; page += 1)
      walk((await (await pdf.getPage(page)).getStructTree()) as Node);
    const { info } = await pdf.getMetadata();
    expect(((await pdf.getMarkInfo()) as Map<string, boolean> | null)?.get('Marked')).toBe(true);
    await pdf.loadingTask.destroy();
    const Title =
      name === 'medical-source-statement' ? 'Medical Source Statement' : 'Disability Questionnaire';
    expect(info).toMatchObject({ Title, Language: 'en-US' });
    for (const role of ['Document', 'H1', 'H2', 'P', 'L', 'LI', 'Lbl', 'LBody', 'Table', 'TR', 'TH', 'TD'])
      expect(roles).toContain(role);
    expect(bytes.toString('latin1')).toMatch(/pdfuaid:part>\s*1|pdfuaid:part="1"/);
  });

  it('for the doctor asks for every limit that Social Security decides on', {
    tags: 'thorough',
  }, async () => {
    const text = await textOf(await registerConfirmed(), 'medical-source-statement');
    for (const asked of [
      'Sitting',
      'Standing',
      'Walking',
      'lift and carry',
      'Hands and arms',
      'absent',
      'Onset',
    ])
      expect(text).toContain(asked);
    for (const asked of [
      'Diagnoses',
      'Understand, remember',
      'Interact',
      'Concentrate',
      'Adapt',
      'Signature',
    ])
      expect(text).toContain(asked);
  });

  it('for the client asks about the work of the last 5 years', { tags: 'thorough' }, async () => {
    const text = await textOf(await registerConfirmed(), 'disability-questionnaire');
    for (const asked of [
      'Daily activities',
      'conditions',
      'Treatment',
      'Medicines',
      'Work of the last 5 years',
    ])
      expect(text).toContain(asked);
  });
});
