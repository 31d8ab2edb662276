import { describe, expect, it } from 'vitest';
import { readEnvironment } from './env.ts';

const good = {
  MONGODB_URI: 'mongodb://127.0.0.1:27017/?replicaSet=rs0',
  PAYLOAD_SECRET: '0123456789abcdef0123456789abcdef',
};

describe('settings of the CMS', () => {
  it.each([
    ['MONGODB_URI', undefined, 'MONGODB_URI is missing'],
    ['MONGODB_URI', 'localhost', 'MONGODB_URI must start with mongodb://'],
    ['PAYLOAD_SECRET', undefined, 'PAYLOAD_SECRET is missing'],
    ['PAYLOAD_SECRET', 'short', 'PAYLOAD_SECRET must have at least 32 characters'],
    ['PUBLIC_URL', 'example', 'PUBLIC_URL must be a full web address'],
  ])('a wrong %s (%s) is refused with a sentence', (name, value, sentence) => {
    expect(() => readEnvironment({ ...good, [name]: value })).toThrow(sentence);
  });

  it('several wrong settings are named in one sentence', () => {
    expect(() => readEnvironment({})).toThrow(
      'The CMS cannot start: MONGODB_URI is missing; PAYLOAD_SECRET is missing.',
    );
  });

  it('defaults fill what may be left out', () => {
    const settings = readEnvironment(good);
    expect(settings.publicOrigin).toBe('http://localhost:3000');
    expect(settings.database).toBe('cms');
    expect(settings.mediaDirectory).toMatch(/\/data\/media$/);
  });

  it('the public origin carries no path', () => {
    const settings = readEnvironment({ ...good, NODE_ENV: 'test', PUBLIC_URL: 'https://example.org/' });
    expect(settings.publicOrigin).toBe('https://example.org');
  });

  it('the store of pictures needs its three settings, of which empty ones are not set', () => {
    const [MEDIA_S3_URL, MEDIA_S3_KEY_ID, MEDIA_S3_SECRET] = ['https://store.example/media', 'id', 'word'];
    const empty = { MEDIA_S3_KEY_ID: '', MEDIA_S3_SECRET: '', MEDIA_S3_REGION: '' };
    expect(() => readEnvironment({ ...good, ...empty, MEDIA_S3_URL })).toThrow('belong together');
    expect(readEnvironment({ ...good, ...empty, MEDIA_S3_URL: '' }).mediaBucket).toBeUndefined();
    const all = { ...good, MEDIA_S3_URL, MEDIA_S3_KEY_ID, MEDIA_S3_SECRET, MEDIA_S3_REGION: '' };
    expect(readEnvironment(all).mediaBucket).toMatchObject({ url: MEDIA_S3_URL, region: 'us-east-1' });
  });

  it('a build needs neither database nor secret', () => {
    expect(readEnvironment({ CMS_BUILDING: '1' }).payloadSecret).toBe('');
  });
});
