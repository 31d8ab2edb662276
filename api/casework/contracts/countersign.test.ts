import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { staffCollection } from '#api/accounts/staff/staff.model.ts';
import { dutiesCollection } from '#api/casework/duties/duty.model.ts';
import { openMatter } from '#api/casework/matters/change-matter.ts';
import { type Matter, mattersCollection } from '#api/casework/matters/matter.model.ts';
import type { Deps } from '#api/platform/deps.ts';
import { readPdf } from '#api/platform/documents/fixtures/read-pdf.ts';
import {
  addClient,
  addStaff,
  clientSession,
  codes,
  confirmAccount,
  refusal,
  staffSession,
  type Visitor,
} from '../../../tests/setup/clients.ts';
import { contractAnswers, empty, openDeps, visitor } from '../../../tests/setup/deps.ts';
import { readOutbox } from '../../../tests/setup/outbox.ts';
import { signContract } from '../../../tests/setup/submissions.ts';
import { type Contract, contractsCollection } from './contract.model.ts';

const printed = 'Robin Q. Example';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
});
beforeEach(() =>
  empty(
    deps,
    ...[
      'signed_contracts',
      'documents',
      'matters',
      'duties',
      'events',
      'outbox',
      'clients',
      'staff',
      'limits',
    ],
  ),
);
afterAll(() => deps.close());

/** @returns a representative, signed in. */
async function representative(name = printed): Promise<Visitor & { id: string }> {
  const id = await addStaff(deps, 'reviewer');
  await staffCollection.model(deps.portal).updateOne({ _id: id }, { representative_name: name });
  return { ...(await staffSession(id, deps)), id };
}

const countersign = ({ call }: Visitor, id: string, typedName = printed, key = randomUUID()) =>
  call.contracts.countersign({ id, typedName, key });
const stored = (id: string) => contractsCollection.model(deps.portal).findById(id).lean<Contract>().orFail();
const matterOf = async (id: string) => {
  const matter = await mattersCollection.model(deps.portal).findOne({ contract: id }).lean<Matter>().orFail();
  return openMatter(matter._id, deps);
};
const pdfs = () => deps.portal.collection('documents').find().sort({ created_at: 1 }).toArray();
const pdfOf = async (id: unknown) => (await deps.documents.read(String(id))).content;

async function news() {
  return (await readOutbox(deps)).filter(({ kind }) => kind === 'contract-news');
}

/** Whatever a refusal must leave as it was. */
async function everything(id: string): Promise<unknown> {
  const { matter, events, duties } = await matterOf(id);
  return [await stored(id), await pdfs(), matter, events, duties, await news()];
}

describe('countersigning', () => {
  it('is for representatives alone: no visitor, client or reader, and no admin whom nobody named', async () => {
    const { id } = await signContract(deps);
    const before = await everything(id);
    const [reader, admin] = [await addStaff(deps, 'read_only'), await addStaff(deps, 'admin')];
    await staffCollection.model(deps.portal).updateOne({ _id: reader }, { representative_name: printed });
    const client = await clientSession(await addClient(deps), deps);
    const nobody = [visitor(deps), client].map((who) => countersign(who, id));
    expect(await codes(nobody)).toEqual({ 'signed-out': 2 });
    const staff = [reader, admin].map(async (who) => countersign(await staffSession(who, deps), id));
    expect(await codes(staff)).toEqual({ forbidden: 2 });
    expect(await everything(id)).toEqual(before);
  });

  it('asks who it is once more, after half an hour', async () => {
    const { id } = await signContract(deps);
    const robin = await representative();
    await deps.portal.collection('staff_sessions').updateMany({}, { $set: { confirmed_at: new Date(0) } });
    expect(await refusal(countersign(robin, id))).toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('First confirm that it is you'),
    });
  });

  it('is refused with another name than contracts print, and for a contract that is not there', async () => {
    const { id } = await signContract(deps);
    const robin = await representative();
    expect((await refusal(countersign(robin, id, 'Robin Example')))?.fields).toEqual({
      typed_name: `Type your name as contracts print it: ${printed}`,
    });
    expect((await refusal(countersign(robin, '0'.repeat(24))))?.code).toBe('not-found');
    expect((await refusal(countersign(robin, id, ' ')))?.code).toBe('bad-input');
  });

  it('changes nothing where a part of it fails', async () => {
    const { id } = await signContract(deps);
    const robin = await representative();
    const before = await everything(id);
    vi.spyOn(dutiesCollection, 'model').mockImplementationOnce(() => {
      throw new Error('The duties are away.');
    });
    await expect(countersign(robin, id)).rejects.toThrow();
    expect(await everything(id)).toEqual(before);
  });

  it('stores once who signed, when, which text and how, and how in no plain text', async () => {
    const { id } = await signContract(deps);
    const { answers, evidence, signed_at, document, agreement } = await stored(id);
    const robin = await representative();
    robin.context.userAgent = `Canary/1.0${'x'.repeat(500)}`;
    await countersign(robin, id, ` robin  q. example `);
    const after = await stored(id);
    expect(after).toMatchObject({ answers, evidence, signed_at, document, agreement });
    expect(after.countersignature).toMatchObject({ staff: robin.id, name: printed, agreement });
    expect(JSON.stringify(after)).not.toMatch(/Canary\/1\.0|robin {2}q\. example/);
    const { countersigning, signsAs } = await robin.call.contracts.detail({ id });
    expect(signsAs).toBeNull();
    const rows = Object.fromEntries(countersigning.map(({ label, value }) => [label, value]));
    expect(rows).toMatchObject({
      'Name as it was typed': 'robin  q. example',
      'Internet (IP) address': robin.context.address,
      'Version of the text': agreement,
    });
    expect(rows.Browser).toMatch(/^Canary\/1\.0x{390}$/);
  });

  it('is an event of the matter, names the representative, and ends that the contract waits, not that the SSA-1696 does', async () => {
    const { id, reference } = await signContract(deps);
    const robin = await representative();
    await countersign(robin, id);
    const { matter, events, duties } = await matterOf(id);
    expect(matter.representative).toBe(robin.id);
    expect(events.map(({ kind, by }) => [kind, by])).toEqual([
      ['contract signed', 'client'],
      ['contract countersigned', robin.id],
    ]);
    expect(duties.map(({ rule, state }) => [rule, state])).toEqual([
      ['contract/send', 'open'],
      ['contract/sign', 'done'],
      ['contract/sign-1696', 'open'],
      ['contract/file', 'open'],
    ]);
    expect(duties[1]?.outcome).toMatchObject({ by: 'Robin', confirmation: reference });
  });

  it('is done once, however often it is sent, and a second one is refused in our words', async () => {
    const { id } = await signContract(deps);
    const robin = await representative();
    const key = randomUUID();
    await countersign(robin, id, printed, key);
    const before = await everything(id);
    await countersign(robin, id, printed, key);
    expect(await refusal(countersign(await representative('Ada Other'), id, 'Ada Other'))).toMatchObject({
      code: 'conflict',
      title: 'Already countersigned',
      message: expect.stringContaining(`${printed} countersigned this contract on `),
    });
    expect(await everything(id)).toEqual(before);
  });

  it('is decided once when two sign at the same moment', async () => {
    const { id } = await signContract(deps);
    const both = [await representative(), await representative('Ada Other')];
    const names = [printed, 'Ada Other'];
    expect(await codes(both.map((who, at) => countersign(who, id, names[at])))).toEqual({
      done: 1,
      conflict: 1,
    });
    expect([(await pdfs()).length, (await matterOf(id)).events.length]).toEqual([2, 2]);
  });

  it('is possible where staff have said already that both signed on paper', async () => {
    const { id } = await signContract(deps);
    await dutiesCollection.model(deps.portal).updateMany({ rule: 'contract/sign' }, { state: 'waived' });
    await countersign(await representative(), id);
    expect((await matterOf(id)).duties.map(({ state }) => state)).toEqual([
      ...['open', 'waived', 'open', 'open'],
    ]);
  });
});

describe('the PDF with both signatures', () => {
  it('has both names, both times and how both signed; that of the client stays as it was', async () => {
    const { id, reference } = await signContract(deps);
    const first = await pdfOf((await stored(id)).document);
    const robin = await representative();
    await countersign(robin, id);
    const { document, countersignature } = await stored(id);
    expect((await pdfOf(document)).equals(first)).toBe(true);
    const second = await readPdf(await pdfOf(countersignature?.document));
    const { text: before } = await readPdf(first);
    expect(before).not.toContain(printed);
    expect(second.text).toContain(`and by ${printed} for the firm on`);
    expect(second.text).toMatch(
      /Signature .*Canaria O'Testwright Signed electronically on .* at \d+:\d\d:\d\d [AP]M/,
    );
    expect(second.text).toMatch(
      /Robin Q\. Example Representative, for .*Signed electronically on .* at \d+:\d\d:\d\d [AP]M/,
    );
    expect(second.text).toMatch(new RegExp(`How the representative signed.*${robin.context.address}`));
    expect(second.text).toContain(`Reference ${reference}`);
    expect(second.text).not.toMatch(/7391|1968/);
  });

  it('is what staff download, and that of the client alone is another file', async () => {
    const { id } = await signContract(deps);
    const robin = await representative();
    await countersign(robin, id);
    const [first, second] = await Promise.all((await pdfs()).map(({ _id }) => pdfOf(_id)));
    const fileOf = async (asked: { first?: boolean }) =>
      Buffer.from((await robin.call.contracts.file({ id, ...asked })).content, 'base64');
    expect((await fileOf({})).equals(second as Buffer)).toBe(true);
    expect((await fileOf({ first: true })).equals(first as Buffer)).toBe(true);
    const { fingerprint, countersignedFingerprint } = await robin.call.contracts.detail({ id });
    expect([fingerprint, countersignedFingerprint]).toEqual((await pdfs()).map(({ sha256 }) => sha256));
  });

  it('takes the place of the first one in the downloads of the client', async () => {
    const { id } = await signContract(deps);
    const robin = await representative();
    const client = await addClient(deps, { dateOfBirth: contractAnswers.date_of_birth });
    await confirmAccount(client, robin, deps);
    const link = { kind: 'contract', record: id, state: 'linked', reason: 'Named on the phone' } as const;
    await robin.call.clients.decideLink({ id: client, ...link });
    await countersign(robin, id);
    const { countersignature } = await stored(id);
    const { call } = await clientSession(client, deps);
    const pieces: Uint8Array[] = [];
    const { content } = await call.downloads.documentFile({ name: 'client-contract' });
    for await (const piece of content) pieces.push(piece);
    expect(Buffer.concat(pieces).equals(await pdfOf(countersignature?.document))).toBe(true);
    expect((await call.downloads.list()).at(-1)?.countersignedAt).toBe(countersignature?.at.toISOString());
  });

  it('goes with the contract, as does that of the client', async () => {
    const { id } = await signContract(deps);
    const robin = await representative();
    await countersign(robin, id);
    for (const { _id } of await pdfs()) await pdfOf(_id);
    const files = () => deps.portal.collection('document_files.files').countDocuments();
    const before = await files();
    const { call } = await staffSession(await addStaff(deps, 'admin'), deps);
    await call.contracts.remove({ id, reason: 'Signed by mistake', notRepresented: true });
    expect([await pdfs(), before - (await files())]).toEqual([[], 2]);
  });
});

describe('the client', () => {
  it('is told that there is news and not what, at the address on the contract where there is no account', async () => {
    const { id } = await signContract(deps);
    const robin = await representative();
    expect(await countersign(robin, id)).toEqual({ isTold: true });
    const [email, ...others] = await news();
    expect(others).toEqual([]);
    expect(email).toMatchObject({ to: contractAnswers.email, subject: 'There is news about your contract' });
    expect(email?.text).toContain('Call us to hear it.');
    expect(email?.text).not.toMatch(/countersign|signed|Robin|Canar/i);
  });

  it('gets no email where the account is confirmed and has no address that we may write to', async () => {
    const { id } = await signContract(deps);
    const robin = await representative();
    const client = await addClient(deps, { dateOfBirth: contractAnswers.date_of_birth });
    await confirmAccount(client, robin, deps);
    expect(await countersign(robin, id)).toEqual({ isTold: false });
    expect(await news()).toEqual([]);
  });
});
