/** @module-tag thorough */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeKeys, parseKeys } from '../api/platform/keys/key-ring.ts';
import { type RunningDatabase, startMongod } from './mongod.ts';

let dataDir: string;
let database: RunningDatabase;
let client: mongoose.mongo.MongoClient;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'claimdesk-setup-'));
  await mkdir(join(dataDir, 'logs'));
  database = await startMongod(dataDir, () => {});
  client = await mongoose.mongo.MongoClient.connect(database.ownerUri);
  const { port, owner, site, cms } = JSON.parse(await readFile(join(dataDir, 'database.json'), 'utf8'));
  const APP_KEYS = makeKeys();
  env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    NODE_ENV: 'production',
    PUBLIC_URL: 'http://localhost:3000',
    DATA_DIR: dataDir,
    APP_KEYS,
    PAYLOAD_SECRET: parseKeys(APP_KEYS).cms[0].secret.export().toString('hex'),
    MONGODB_URI: database.siteUri,
    MONGODB_HOST: `127.0.0.1:${port}`,
    OWNER_PASSWORD: owner,
    SITE_PASSWORD: site,
    CMS_PASSWORD: cms,
    FIRST_STAFF_EMAIL: 'staff@example.org',
    FIRST_EDITOR_EMAIL: 'editor@example.org',
    // As docker-compose.yml passes on what .env leaves out.
    DOCUMENTS_S3_URL: '',
  };
});
afterAll(async () => {
  await client.close();
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Runs the setup. @returns its exit code, what it printed, and the links in that. */
async function setUp(given: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'setup.ts')], {
    env: { ...env, ...given },
  });
  const [printed, output] = await Promise.all([
    child.stdout.toArray(),
    child.stderr.toArray(),
    once(child, 'exit'),
  ]);
  const text = Buffer.concat(printed).toString();
  return {
    code: child.exitCode,
    text,
    output: Buffer.concat(output).toString(),
    links: text.match(/http\S+(\/admin\/welcome#link=|\/cms\/reset\/)\S+/g) ?? [],
  };
}

describe('setting up a deployment', () => {
  it('ends with a sentence when the address of the first editor is missing, before anything is filled in', async () => {
    const { code, output, links } = await setUp({ FIRST_EDITOR_EMAIL: '' });
    expect([code, links]).toEqual([1, []]);
    expect(output).toContain('FIRST_EDITOR_EMAIL is not set: put it into .env, see .env.example.\n');
    expect(await client.db('cms').collection('pages').countDocuments()).toBe(0);
  });

  it('fills the database and prints two links, and two fresh ones when it is run again', async () => {
    const first = await setUp();
    expect([first.code, first.links.length]).toEqual([0, 2]);
    expect(await client.db('cms').collection('pages').countDocuments()).toBeGreaterThan(20);
    const second = await setUp();
    expect(second.text).toContain('content: already there');
    expect(new Set([...first.links, ...second.links]).size).toBe(4);
    expect(await client.db('cms').collection('users').countDocuments()).toBe(1);
  });

  it('makes one account in the back office, and neither a shared password nor a client', async () => {
    const staff = await client.db('portal').collection('staff').find().toArray();
    expect(staff).toMatchObject([{ email: 'staff@example.org', role: 'admin' }]);
    expect(staff[0]).not.toHaveProperty('password_hash');
    expect(await client.db('portal').collection('clients').countDocuments()).toBe(0);
  });

  it('prints no secret and changes no account once the links were used, and needs no addresses then', async () => {
    const used = new Date();
    const [staff, users] = [client.db('portal').collection('staff'), client.db('cms').collection('users')];
    await staff.updateOne({}, { $set: { password_hash: 'chosen' }, $unset: { link_hash: 1 } });
    await users.updateOne({}, { $set: { resetPasswordExpiration: used, updatedAt: used } });
    const accounts = async () => [await staff.find().toArray(), await users.find().toArray()];
    const before = await accounts();
    const { code, text, links } = await setUp({ FIRST_STAFF_EMAIL: '', FIRST_EDITOR_EMAIL: '' });
    expect([code, links]).toEqual([0, []]);
    expect(text.match(/already set up/g)).toHaveLength(2);
    expect(await accounts()).toEqual(before);
  });

  it('leaves a replica set and users alone that were made by hand', async () => {
    const byHand = await setUp({ MONGODB_HOST: '', OWNER_PASSWORD: '', SITE_PASSWORD: '', CMS_PASSWORD: '' });
    expect([byHand.code, byHand.text]).toEqual([0, expect.stringContaining('as MONGODB_URI has it')]);
  });
});
