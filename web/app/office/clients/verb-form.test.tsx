import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { describe, expect, test } from 'vitest';
import type { Outputs } from '#web/app/trpc.ts';
import type { ClientVerb } from './client-verbs.ts';
import { type Typed, VerbForm, type VerbOutcome } from './verb-form.tsx';

type Client = Outputs['clients']['detail'];

const confirmBy = '2026-02-01T00:00:00.000Z';
const document: Client['documents'][number] = {
  contract: { id: 'c'.repeat(24), reference: 'K7QH-M9XC', signedAt: '2026-01-05T16:00:00.000Z' },
  link: null,
  size: 1024,
};
const typed: Typed = {
  reason: 'Called from the number in the contract',
  firstName: 'Dana',
  lastName: '',
  was: '',
  evenConfirmed: false,
  withoutContract: false,
};

interface Shown {
  client?: Partial<Client>;
  outcome?: VerbOutcome;
}

function html(verb: ClientVerb, { client = {}, outcome }: Shown = {}): string {
  const known = {
    confirmBy: null,
    hasContract: true,
    documents: [],
    accountName: { whole: null, first: null, last: null },
    ...client,
  } as Client;
  const Page = createRoutesStub([
    {
      path: '*',
      Component: () => (
        <VerbForm verb={verb} client={known} outcome={outcome}>
          Cancel
        </VerbForm>
      ),
    },
  ]);
  return renderToStaticMarkup(<Page />);
}

describe('a confirmation code', () => {
  const box = 'name="without-contract"';

  test('for an account without a contract asks to make sure who that is', () => {
    const markup = html('confirmation-code', { client: { confirmBy, hasContract: false } });
    expect(markup).toContain('There is no contract with this Social Security number yet');
    expect(markup).toContain(box);
  });

  test('for an account with a contract is read out at the number in it', () => {
    const markup = html('confirmation-code', { client: { confirmBy } });
    expect(markup).toContain('Call the client at the phone number in the contract');
    expect(markup).not.toContain(box);
  });

  // The mark is not kept up to date for confirmed accounts.
  test('says nothing of contracts where the account is confirmed already', () => {
    expect(html('confirmation-code', { client: { hasContract: false } })).not.toContain(box);
  });
});

describe('freeing a number', () => {
  test.each([
    ['of a confirmed account', null, true],
    ['of an account that is not confirmed', confirmBy, false],
  ])('%s', (_whose, ends, asks) => {
    expect(html('free-number', { client: { confirmBy: ends } }).includes('name="even-confirmed"')).toBe(asks);
  });
});

describe('closing an account', () => {
  test.each([
    ['This client has no contract.', []],
    ['What stays: the contract.', [document]],
    ['What stays: the 2 contracts.', [document, document]],
  ])('says what stays: %s', (words, documents) => {
    expect(html('close', { client: { documents } })).toContain(words);
  });

  test('asks once more, with the reason from before, and only then is final', () => {
    expect(html('close')).not.toContain('button danger');
    const markup = html('close', { outcome: { kind: 'asks-again', typed } });
    expect(markup).toContain('type="hidden" name="sure" value="yes"');
    expect(markup).toContain(`type="hidden" name="reason" value="${typed.reason}"`);
    expect(markup).toMatch(/class="button danger">Yes, close it for good/);
  });
});

describe('correcting a name', () => {
  const accountName = { whole: 'Dana Rivera', first: 'Dana', last: 'Rivera' };

  test('begins with the name of the account', () => {
    const markup = html('correct-name', { client: { accountName } });
    expect(markup).toContain('name="was" value="Dana Rivera"');
    expect(markup).toMatch(/name="last-name"[^>]*value="Rivera"/);
  });

  test('that was refused keeps what was typed, and says at the field what to correct', () => {
    const errors = { 'last-name': 'Enter the last name' };
    const markup = html('correct-name', {
      client: { accountName },
      outcome: { kind: 'refused', typed, errors },
    });
    expect(markup).toMatch(/id="last-name-error">.*Enter the last name/);
    expect(markup).toMatch(/aria-invalid="true"[^>]*name="last-name" value=""/);
    expect(markup).toContain(`>${typed.reason}</textarea>`);
  });
});

test('a name is asked for only to correct it', () => {
  expect(html('reopen')).not.toMatch(/first-name|even-confirmed|without-contract/);
});
