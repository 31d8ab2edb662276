import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Email } from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { currentAgreement } from '#api/casework/contracts/agreement/agreement.ts';
import { contractHandler } from '#api/casework/contracts/contract-handler.ts';
import { submissionHandlers } from '#api/casework/intake/submission-handlers.ts';
import { inTransaction } from '#api/platform/database/transaction.ts';
import type { Deps } from '#api/platform/deps.ts';
import { contractAnswers, empty, evaluationAnswers, openDeps } from '../../../tests/setup/deps.ts';
import { eventually } from '../../../tests/setup/eventually.ts';
import { startMailServer } from './fixtures/mail-server.ts';
import { collectStaffNotices, recordStaffNotice, writeStaffNotice } from './staff-notices.ts';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
});
beforeEach(() => empty(deps, 'outbox', 'staff_notices', 'limits'));
afterAll(() => deps.close());

const firm = { name: 'Firm', phone: '(555) 010-0100', phoneHref: 'tel:+15550100100' };
const arrival = (at: number) => ({
  noun: 'case evaluation',
  reference: `K7QH-M9X${at}`,
  page: '/admin/case-evaluations',
});
const arrive = (at: number) =>
  inTransaction(deps.portal, (session) => recordStaffNotice(arrival(at), { portal: deps.portal, session }));
const makeDue = (seconds: number) =>
  notices().updateMany({}, { $set: { created_at: new Date(Date.now() - seconds * 1_000) } });
const notices = () => deps.portal.collection('staff_notices');
const emails = () => deps.portal.collection('outbox').countDocuments({ kind: 'staff-notice' });
const collect = () => {
  const settings = { ...deps.settings, STAFF_NOTICE_SECONDS: 60 };
  return collectStaffNotices({
    portal: deps.portal,
    keys: deps.keys,
    settings,
    readFirm: async () => firm,
  });
};

describe('notices to staff', () => {
  it('wait until the oldest is a minute old, and then become one email', async () => {
    for (let at = 0; at < 9; at += 1) await arrive(at);
    await makeDue(58);
    await collect();
    expect([await emails(), await notices().countDocuments()]).toEqual([0, 9]);
    await makeDue(61);
    await arrive(9);
    await collect();
    expect([await emails(), await notices().countDocuments()]).toEqual([1, 0]);
  });

  it('become one email, however many processes collect at once', async () => {
    for (let at = 0; at < 9; at += 1) await arrive(at);
    await makeDue(61);
    await Promise.all(Array.from({ length: 6 }, collect));
    expect([await emails(), await notices().countDocuments()]).toEqual([1, 0]);
  });

  it('are not lost when a process dies before its email is stored', async () => {
    await arrive(1);
    await makeDue(61);
    const keys = {
      ...deps.keys,
      make(): never {
        throw new Error('dies while it writes');
      },
    };
    const options = { portal: deps.portal, keys, settings: deps.settings, readFirm: async () => firm };
    await expect(collectStaffNotices(options)).rejects.toThrow('dies');
    expect([await emails(), await notices().countDocuments()]).toEqual([0, 1]);
    await collect();
    expect([await emails(), await notices().countDocuments()]).toEqual([1, 0]);
  });

  it('that arrive after others were collected wait for their own email', async () => {
    await arrive(1);
    await makeDue(61);
    await collect();
    await arrive(2);
    await collect();
    expect([await emails(), await notices().countDocuments()]).toEqual([1, 1]);
  });

  it('from several processes become one email that counts by kind and contains nothing personal', {
    tags: 'thorough',
  }, async () => {
    const server = await startMailServer();
    const processes = [1, 2, 3].map(() =>
      spawn(process.execPath, [join(import.meta.dirname, 'fixtures/deliver.ts')], {
        env: { ...process.env, SMTP_URL: server.url, STAFF_NOTICE_SECONDS: '1' },
        stdio: 'ignore',
      }),
    );
    try {
      const signing = { address: '203.0.113.9', userAgent: 'x' };
      const agreement = currentAgreement.version;
      await Promise.all([
        submissionHandlers['case-evaluation'].submit(
          { answers: evaluationAnswers, key: 'notice 1' },
          { deps },
        ),
        submissionHandlers['case-evaluation'].submit(
          { answers: evaluationAnswers, key: 'notice 2' },
          { deps },
        ),
        contractHandler.submit(
          { answers: contractAnswers, key: 'notice 3', agreement },
          { ...signing, deps },
        ),
      ]);
      const toStaff = ({ to }: Email) => to?.[0]?.address === 'staff@claimdesk.example';
      await eventually(async () => {
        expect(await deps.portal.collection('outbox').countDocuments({ state: 'sent' })).toBeGreaterThan(2);
        expect(server.received.filter(toStaff)).not.toHaveLength(0);
      });
      const [notice, ...more] = server.received.filter(toStaff);
      expect(more).toHaveLength(0);
      expect(notice?.subject).toBe('3 new submissions');
      const { text = '', html = '' } = notice ?? {};
      for (const words of ['2 case evaluations', '1 signed contract\n', '/admin/dashboard'])
        expect(text).toContain(words);
      for (const value of Object.values(contractAnswers).filter((each) => String(each).length > 4))
        expect(`${text} ${html}`).not.toContain(String(value));
    } finally {
      const ended = processes.map((each) => once(each, 'exit'));
      for (const each of processes) each.kill('SIGKILL');
      await Promise.all(ended);
      await server.close();
    }
  });
});

describe('a notice to staff', () => {
  it('about one submission gives its kind, its reference and where to read it', () => {
    const { subject, text } = writeStaffNotice([arrival(1)], firm, 'https://site.example');
    expect(subject).toBe('New case evaluation K7QH-M9X1');
    expect(text).toContain('https://site.example/admin/case-evaluations');
  });

  it('about an appeal with a deadline says so, and how many of several are', () => {
    const urgent = { ...arrival(1), urgent: true };
    const one = writeStaffNotice([urgent], firm, 'https://site.example');
    expect(one.subject).toBe('Appeal deadline: new case evaluation K7QH-M9X1');
    expect(one.text).toContain('It is about an appeal with a deadline.');
    const three = writeStaffNotice([urgent, arrival(2), arrival(3)], firm, 'https://site.example');
    expect(three.subject).toBe('Appeal deadline: 3 new submissions');
    expect(three.text).toContain('1 of them is about an appeal with a deadline.');
  });

  it('about several submissions of one kind links to their page', () => {
    const { subject, text } = writeStaffNotice([arrival(1), arrival(2)], firm, 'https://site.example');
    expect(subject).toBe('2 new submissions');
    expect(text).toContain('2 case evaluations');
    expect(text).toContain('https://site.example/admin/case-evaluations');
  });
});
