import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { readCredentials } from '../setup/site.ts';
import { all, percentile, seconds, sized } from './figures.ts';
import { addClients } from './people.ts';
import { type Answer, openForm, post, request } from './requests.ts';
import type { Trial } from './trial.ts';

const clients = 480;
const staff = 20;
const signInsWithinMs = 8_000;
const pagesWithinMs = 500;
const pages = ['/', '/faq', '/articles/technical-denial'];

export const signIns: Trial = {
  name: 'sign-ins',
  title: '500 sign-ins at once',
  about:
    'Clients and staff press the button in the same second, each from another address with the right PIN or password, whose hashes are slow by design, while a process of its own reads pages twenty times a second.',
  on: 'one node',
  async run(scale, product) {
    const { url, dataDir } = product;
    const people = await addClients(sized(clients, scale), product);
    const { admin } = await readCredentials(dataDir);
    const login = await openForm(url, '/client-login');
    const office = await openForm(url, '/admin/login');
    const ready = [
      ...people.map(
        ({ ssn, pin }) =>
          () =>
            post(url, login, { ssn, pin }),
      ),
      ...Array.from(
        { length: sized(staff, scale) },
        () => () => post(url, office, { way: 'password', password: admin.password }),
      ),
    ];
    // As they are when anybody has read them since the last change.
    for (const page of pages) await request(url, page);
    const watch = spawn(
      process.execPath,
      [join(import.meta.dirname, '../../bench/watch-pages.ts'), url, ...pages],
      {
        stdio: ['pipe', 'pipe', 'inherit'],
      },
    );
    const pageTimes = text(watch.stdout);
    await wait(1_000);
    const outcomes = await Promise.all(ready.map((signIn) => timed(signIn)));
    watch.stdin.end();
    const read: number[] = JSON.parse(await pageTimes);
    const isIn = ({ answer }: { answer: Answer | undefined }) => [302, 303].includes(answer?.status ?? 0);
    const statuses = new Set(outcomes.filter((each) => !isIn(each)).map(({ answer }) => answer?.status));
    if (statuses.size > 0) console.log(`    answered otherwise: ${[...statuses].join(', ')}`);
    const times = outcomes.map(({ ms }) => ms);
    return [
      all('sign-ins that succeed', outcomes.filter(isIn).length, outcomes.length),
      seconds('99 of 100 sign-ins', percentile(times, 0.99), signInsWithinMs),
      // Of fewer sign-ins too few pages are read meanwhile: the slowest of them would decide.
      ...(scale < 1
        ? []
        : [seconds(`99 of 100 pages meanwhile, of ${read.length}`, percentile(read, 0.99), pagesWithinMs)]),
    ];
  },
};

async function timed(signIn: () => Promise<Answer>): Promise<{ ms: number; answer: Answer | undefined }> {
  const start = performance.now();
  const answer = await signIn().catch(() => undefined);
  return { ms: performance.now() - start, answer };
}
