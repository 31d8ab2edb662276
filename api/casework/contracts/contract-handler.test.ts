import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Deps } from '#api/platform/deps.ts';
import { readPdf } from '#api/platform/documents/fixtures/read-pdf.ts';
import { fingerprintOf } from '#api/platform/documents/make-documents.ts';
import { readEmails } from '#api/platform/email/fixtures/read-emails.ts';
import { lookupFilter, lookupHashes } from '#api/platform/keys/lookups.ts';
import { contractAnswers, empty, openDeps } from '../../../tests/setup/deps.ts';
import { eventually } from '../../../tests/setup/eventually.ts';
import { currentAgreement } from './agreement/agreement.ts';
import { type Contract, contractsCollection } from './contract.model.ts';
import { contractHandler } from './contract-handler.ts';
import { readContract } from './list-contracts.ts';
import { openContract } from './open-contract.ts';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
});
const collections = [
  'signed_contracts',
  'outbox',
  'staff_notices',
  'limits',
  'documents',
  'document_files.files',
  'document_files.chunks',
];
beforeEach(() => empty(deps, ...collections));
afterAll(() => deps.close());

const signing = { address: '203.0.113.9', userAgent: 'A browser/1.0' };
const agreement = currentAgreement.version;
const sign = (key: string, answers: Record<string, unknown> = contractAnswers) =>
  contractHandler.submit({ answers, key, agreement }, { ...signing, deps });
const stored = () => deps.portal.collection('signed_contracts').find({}).toArray();
const emails = () => deps.portal.collection('outbox').find({ kind: 'contract-signed' }).toArray();
const notices = () => deps.portal.collection('staff_notices').find({}).toArray();
const made = () =>
  eventually(async () => {
    const rows = await deps.portal.collection('documents').find({}).toArray();
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every(({ state }) => state === 'stored')).toBe(true);
    return rows;
  });

describe('signing a contract', () => {
  it.each([
    ['a missing name', { first_name: undefined }, 'Required Fields Missing', 'first_name'],
    ['terms that were not agreed to', { agreed_to_terms: false }, 'Agreement Required', 'agreed_to_terms'],
    ['no privacy policy', { agreed_to_privacy: false }, 'Agreement Required', 'agreed_to_privacy'],
    ['no consent to be contacted', { consent_to_contact: false }, 'Agreement Required', 'consent_to_contact'],
    [
      'electronic records that were not agreed to',
      { electronic_records: false },
      'Agreement Required',
      'electronic_records',
    ],
    ['a signer under 18', { date_of_birth: '2015-01-01' }, 'We Can Still Help', 'date_of_birth'],
    ['a number that no card has', { ssn: '900123456' }, 'Please Check Your Answers', 'ssn'],
    [
      "another person's name as signature",
      { signature_name: 'Somebody Else' },
      'Please Check Your Answers',
      'signature_name',
    ],
    ['an operator', { last_name: { $gt: '' } }, 'Please Check Your Answers', 'last_name'],
  ])('refuses %s and stores nothing', async (_what, change, title, field) => {
    const answers = Object.fromEntries(
      Object.entries({ ...contractAnswers, ...change }).filter(([, each]) => each !== undefined),
    );
    await expect(sign('a', answers)).rejects.toMatchObject({
      code: 'bad-input',
      title,
      fields: { [field]: expect.any(String) },
    });
    expect([...(await stored()), ...(await emails()), ...(await notices())]).toHaveLength(0);
  });

  it.each([
    ['no text was shown to this browser', undefined],
    ['the text has changed since it was read', 'f'.repeat(16)],
  ])('refuses when %s', async (_what, agreement) => {
    const sending = contractHandler.submit(
      { answers: contractAnswers, key: 'b', agreement },
      { ...signing, deps },
    );
    await expect(sending).rejects.toMatchObject({
      code: 'conflict',
      title: 'Please read the agreement first',
    });
    expect(await stored()).toHaveLength(0);
  });

  it('stores the required fields, personal ones encrypted, and the text that was signed', async () => {
    const { reference } = await sign('c');
    const [contract] = await stored();
    expect(contract).toMatchObject({ reference, form: 'contract', agreement: currentAgreement.version });
    expect(contract?.signature_date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(contract?.answers).toMatch(/^v2\.own\./);
    const { answers } = await openContract(contract as Contract, deps);
    expect(answers).toMatchObject({
      agreed_to_terms: true,
      agreed_to_privacy: true,
      consent_to_contact: true,
      electronic_records: true,
    });
    expect(Object.keys(answers).sort()).toEqual(
      [...Object.keys(contractAnswers)].filter((field) => field !== 'address_line_2').sort(),
    );
    expect(contract?.evidence.consents).toEqual([
      expect.stringContaining('I agree to the terms'),
      expect.stringContaining('I agree to the privacy policy'),
      expect.stringContaining('I consent to be contacted'),
      expect.stringContaining('I agree to use electronic records'),
    ]);
    const dump = JSON.stringify([contract, await emails(), await notices()]);
    for (const value of [
      'Canaria',
      'estwright',
      '212847391',
      'Canary Lane',
      '2015550147',
      '07102',
      '203.0.113.9',
      'A browser',
    ])
      expect(dump).not.toContain(value);
    // Ids, hashes and ciphertexts may have any four digits in them.
    expect(dump.replaceAll(/[\w.-]{20,}/g, '')).not.toContain('1968');
    const kept = await deps.portal
      .collection('agreements')
      .findOne({ _id: currentAgreement.version as never });
    expect(JSON.parse(kept?.text).title).toBe(currentAgreement.title);
  });

  it('lets staff find a contract by the keyed hash of the Social Security number', async () => {
    const { reference } = await sign('d');
    const find = (ssn: string) =>
      contractsCollection
        .model(deps.portal)
        .findOne(lookupFilter('ssn_lookup', lookupHashes(deps.keys.lookups, 'contract-ssn', ssn)))
        .lean();
    expect(await find('212847391')).toMatchObject({ reference });
    expect(await find('212847392')).toBeNull();
  });

  it('stores no contract, document or email when the rest of the transaction fails', async () => {
    const inSameTransaction = () => Promise.reject(new Error('the draft could not be closed'));
    await expect(
      contractHandler.submit(
        { answers: contractAnswers, key: 'e', inSameTransaction, agreement },
        { ...signing, deps },
      ),
    ).rejects.toThrow();
    expect([...(await stored()), ...(await emails()), ...(await notices())]).toHaveLength(0);
    expect(await deps.portal.collection('documents').countDocuments()).toBe(0);
  });

  it('stores one contract and one document per key, however many times it is sent at once', async () => {
    const sent = await Promise.all(Array.from({ length: 12 }, () => sign('f')));
    expect(new Set(sent.map(({ reference }) => reference)).size).toBe(1);
    expect(await stored()).toHaveLength(1);
    expect([await emails(), await notices()].map(({ length }) => length)).toEqual([1, 1]);
    expect(await deps.portal.collection('documents').countDocuments()).toBe(1);
  });
});

describe('the PDF of a signed contract', () => {
  // Only from here on: it also sends the notices to staff, which are counted above, a second after they were recorded.
  beforeAll(() => deps.jobs.start('mail', 'staff-notices'));

  it('contains the whole agreement, the answers, the signature and how it was signed', async () => {
    const { reference } = await sign('g');
    const [document] = await made();
    const { content, sha256 } = await deps.documents.read(String(document?._id));
    expect(fingerprintOf(content)).toBe(sha256);
    const { text: rendered, info } = await readPdf(content);
    const text = rendered.replaceAll(/ ?Service Agreement · Reference \S+ · Page \d of \d/g, '');
    expect(info).toMatchObject({ Title: `Service Agreement, reference ${reference}`, Language: 'en-US' });
    for (const { heading, parts } of currentAgreement.sections) {
      expect(text).toContain(heading);
      for (const words of parts.flatMap((part) => (typeof part === 'string' ? part : part.list)))
        expect(text.replaceAll(' ', '')).toContain(words.replaceAll(' ', ''));
    }
    for (const words of [
      "Canaria O'Testwright",
      '12 Canary Lane, Unit 7',
      'New Jersey',
      '(201) 555-0147',
      'I consent to be contacted about my claim',
      'I agree to use electronic records',
      'Signed electronically on',
      "canaria o'testwright",
      '203.0.113.9',
      'A browser/1.0',
      'UTC',
      currentAgreement.version,
      reference,
      '/verify',
    ])
      expect(text).toContain(words);
  });

  it('names the firm with its street address and phone number of that day, and what was typed a signature', async () => {
    const firm = {
      name: 'A Firm',
      phone: '(201) 555-0142',
      phoneHref: '',
      address: '1 Main Street\nNewark, NJ 07102',
    };
    const context = { ...signing, deps: { ...deps, readFirm: async () => firm } };
    await contractHandler.submit({ answers: contractAnswers, key: 'firm', agreement }, context);
    const [document] = await made();
    const { text } = await readPdf((await deps.documents.read(String(document?._id))).content);
    const words = text.replaceAll(/\s+/g, ' ');
    expect(words).toContain('and A Firm, 1 Main Street, Newark, NJ 07102, phone (201) 555-0142.');
    expect(words).toMatch(/Signature canaria o'testwright/i);
    expect(words).not.toContain('Type your full name');
  });

  it('tells staff which letters it shows as codes, and none of a name that it prints as it was typed', async () => {
    const signer = (first_name: string, last_name: string, signature_name: string) =>
      sign(signature_name, { ...contractAnswers, first_name, last_name, signature_name });
    await signer('ఆనంద్', 'O', 'ఆనంద్ O');
    await signer('小明', '王', '王小明');
    const unprintable = (await stored()).map(async ({ _id }) => {
      const read = await readContract(
        { id: String(_id) },
        { deps, staff: { account: { representativeName: null } } },
      );
      return [read.name, read.unprintable];
    });
    expect(Object.fromEntries(await Promise.all(unprintable))).toEqual({
      'ఆనంద్ O': ['ఆ', 'న', 'ం', 'ద', '్'],
      '小明 王': [],
    });
  });

  it('prints a Chinese name as it was typed, in less than 300 KB', async () => {
    const name = { first_name: '小明', last_name: '王', signature_name: '王小明' };
    await sign('name', { ...contractAnswers, ...name });
    const [document] = await made();
    const { content } = await deps.documents.read(String(document?._id));
    expect(content.length).toBeLessThan(300_000);
    const { text } = await readPdf(content);
    expect(text).toContain('Between 小明 王 and');
    expect(text).toContain('Name as it was typed 王小明');
  });

  it('contains no digit of the Social Security number and no date of birth', async () => {
    await sign('h');
    const [document] = await made();
    const { content } = await deps.documents.read(String(document?._id));
    const { text } = await readPdf(content);
    expect(text.split('Given, kept encrypted, not printed here')).toHaveLength(3);
    for (const secret of ['7391', '212-84', '212847391', '1968', '4/27']) expect(text).not.toContain(secret);
    for (const secret of ['212-84', '212847391', '1968-04-27']) expect(content.includes(secret)).toBe(false);
  });

  it('is emailed to the signer, named by its reference, and staff get a notice without personal data', async () => {
    const { reference } = await sign('i');
    const messages = await eventually(async () => {
      const all = await readEmails(process.env.DATA_DIR ?? '');
      const found = all.filter(({ subject }) => subject?.includes(reference));
      expect(found).toHaveLength(2);
      return found;
    });
    const toSigner = messages.find(({ to }) => to?.[0]?.address === contractAnswers.email);
    const toStaff = messages.find(({ to }) => to?.[0]?.address === 'staff@claimdesk.example');
    const [file] = toSigner?.attachments ?? [];
    expect(file).toMatchObject({ filename: `${reference}.pdf`, mimeType: 'application/pdf' });
    const [document] = await made();
    expect(fingerprintOf(new Uint8Array(file?.content as ArrayBuffer))).toBe(document?.sha256);
    expect(toSigner?.text).toContain('Contract Signed Successfully!');
    for (const message of [toSigner, toStaff])
      for (const value of ['Canaria', 'estwright', '7391', '1968', 'Canary Lane', '555-0147'])
        expect(`${message?.subject} ${message?.text} ${message?.html}`).not.toContain(value);
    expect(toStaff?.attachments).toHaveLength(0);
    expect(toStaff?.text).toContain('/admin/contracts');
  });
});
