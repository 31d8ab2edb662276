import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningDatabase, startMongod } from './mongod.ts';

let dataDir: string;
let database: RunningDatabase;
let client: mongoose.mongo.MongoClient;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'claimdesk-mongod-'));
  await mkdir(join(dataDir, 'logs'));
  await start();
});
afterAll(async () => {
  await stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(): Promise<void> {
  database = await startMongod(dataDir, () => {});
  client = await mongoose.mongo.MongoClient.connect(database.ownerUri);
}

async function stop(): Promise<void> {
  await client.close();
  await database.stop();
}

const admin = () => client.db('admin');
const file = () => join(dataDir, 'database.json');

it('runs no JavaScript of queries and offers no zlib', async () => {
  await client.db('portal').collection('rows').insertOne({ one: 1 });
  const where = client.db('portal').collection('rows').find({ $where: 'this.one === 1' }).toArray();
  await expect(where).rejects.toThrow('no globalScriptEngine');
  const { parsed } = await admin().command({ getCmdLineOpts: 1 });
  expect(parsed.security.javascriptEnabled).toBe(false);
  expect(parsed.net.compression.compressors).toBe('snappy,zstd');
});

it('gives the users of the site and the CMS the passwords that are in database.json, also where these have changed', async () => {
  await stop();
  const settings = JSON.parse(await readFile(file(), 'utf8'));
  const changed = { ...settings, site: 'a'.repeat(48), cms: 'b'.repeat(48) };
  await writeFile(file(), JSON.stringify(changed));
  await start();
  const { MongoClient } = mongoose.mongo;
  for (const uri of [database.siteUri, database.cmsUri]) await (await MongoClient.connect(uri)).close();
  const before = database.siteUri.replace(changed.site, settings.site);
  await expect(MongoClient.connect(before)).rejects.toThrow('Authentication failed');
});

it('opens data of the major version before, raises it to its own, and remembers which mongod can open it', {
  tags: 'thorough',
}, async () => {
  const { version } = await admin().command({ buildInfo: 1 });
  const own = version.split('.').slice(0, 2).join('.');
  const before = `${Number(own.split('.')[0]) - 1}.0`;
  await client.db('portal').collection('rows').insertOne({ kept: true });
  await admin().command({ setFeatureCompatibilityVersion: before, ...(own >= '7.0' && { confirm: true }) });
  await stop();
  const settings = JSON.parse(await readFile(file(), 'utf8'));
  expect(settings.dataVersion).toBe(own);
  await writeFile(file(), JSON.stringify({ ...settings, dataVersion: before }));
  await start();
  const answer = await admin().command({ getParameter: 1, featureCompatibilityVersion: 1 });
  expect(answer.featureCompatibilityVersion.version).toBe(own);
  expect(JSON.parse(await readFile(file(), 'utf8')).dataVersion).toBe(own);
  expect(await client.db('portal').collection('rows').countDocuments({ kept: true })).toBe(1);
});

it('is not started on data that it can not open', async () => {
  await stop();
  const settings = JSON.parse(await readFile(file(), 'utf8'));
  await writeFile(file(), JSON.stringify({ ...settings, dataVersion: '3.6' }));
  await expect(startMongod(dataDir, () => {})).rejects.toThrow(
    /^The data in DATA_DIR was written by MongoDB 3\.6, which no MongoDB that can be had here \(.+\) can open: .+\.$/,
  );
});
