import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { readForwardedFor } from './forwarded-for.ts';

/** @returns the address that a request from a trusted proxy is counted by. */
async function ipOf(forwarded: string, trustProxy: string[] | false = ['127.0.0.1', '10.0.0.0/8']) {
  const site = Fastify({ trustProxy });
  readForwardedFor(site);
  site.get('/', (request) => request.ip);
  const { body } = await site.inject({ url: '/', headers: { 'x-forwarded-for': forwarded } });
  return body;
}

it.each([
  'unknown',
  '<script>alert(1)</script>',
  '_hidden',
  '',
  ' , ,',
  '1.2.3',
  '1.2.3.4.5',
  '1.2.3.4:port',
  '[::1',
  '1.2.3.4; drop',
  `1.2.3.4${'0'.repeat(500)}`,
  '{"$gt":""}',
])('%j is no address: the one of the connection counts', async (forwarded) => {
  expect(await ipOf(forwarded)).toBe('127.0.0.1');
});

it.each([
  ['1.2.3.4:5678', '1.2.3.4'],
  ['[2001:db8::7]:99', '2001:db8::7'],
  ['[2001:db8::7]', '2001:db8::7'],
  ['2001:db8::7', '2001:db8::7'],
  ['203.0.113.9, 10.1.2.3:443', '203.0.113.9'],
  ['6.6.6.6, 203.0.113.9', '203.0.113.9'],
])('%j counts by the address in it', async (forwarded, address) => {
  expect(await ipOf(forwarded)).toBe(address);
});

it('what a client wrote before an entry that is no address is not believed', async () => {
  expect(await ipOf('6.6.6.6, unknown, 10.1.2.3')).toBe('10.1.2.3');
  expect(await ipOf('6.6.6.6, unknown')).toBe('127.0.0.1');
});

it('nothing of it is believed when no proxy is trusted', async () => {
  expect(await ipOf('1.2.3.4:5678', false)).toBe('127.0.0.1');
});
