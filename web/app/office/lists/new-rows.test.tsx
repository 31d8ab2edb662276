import { QueryClientProvider } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { describe, expect, test } from 'vitest';
import { makeQueryClient, makeTrpcClient, trpc } from '#web/app/trpc.ts';
import { NewRows } from './new-rows.tsx';

const client = makeTrpcClient();

interface Shown extends Partial<React.ComponentProps<typeof NewRows>> {
  /** How many rows the server said are new. */
  counted?: { count: number; more: boolean };
}

/** @returns the line above a list of contracts. */
function line({ counted, ...more }: Shown): string | undefined {
  const queries = makeQueryClient(() => {});
  const { search: _, sort: __, ...filter } = more.filter ?? {};
  const key = getQueryKey(trpc.lists.newSince, { list: 'contracts', ...filter, since: '17-a' }, 'query');
  if (counted) queries.setQueryData(key, counted);
  const Page = createRoutesStub([
    {
      path: '*',
      Component: () => (
        <trpc.Provider client={client} queryClient={queries}>
          <QueryClientProvider client={queries}>
            <NewRows
              {...{ list: 'contracts', one: 'contract', many: 'contracts', path: '/admin/contracts' }}
              filter={{}}
              newest="17-a"
              shown={25}
              {...more}
            />
          </QueryClientProvider>
        </trpc.Provider>
      ),
    },
  ]);
  return /^<p role="status" class="list-status">(.*)<\/p>$/.exec(renderToStaticMarkup(<Page />))?.[1];
}

describe('the line above a list', () => {
  test('is empty for an empty list', () => {
    expect(line({ shown: 0 })).toBe('');
  });

  test.each([
    [1, 'Showing 1 contract'],
    [25, 'Showing 25 contracts'],
  ])('says how many rows there are while nothing is new: %d', (shown, words) => {
    expect(line({ shown, counted: { count: 0, more: false } })).toBe(words);
  });

  test.each([
    [{ count: 1, more: false }, 'Show 1 new contract</a>'],
    [{ count: 2, more: false }, 'Show 2 new contracts</a>'],
    [{ count: 99, more: true }, 'Show 99+ new contracts</a>'],
  ])('links to what is new: %j', (counted, words) => {
    expect(line({ counted })).toContain(words);
  });

  test('leads to the beginning of the list with its filter, in the order in which what is new comes first', () => {
    const filter = { status: 'pending', sort: 'oldest' };
    expect(line({ filter, counted: { count: 2, more: false } })).toContain(
      'href="/admin/contracts?status=pending"',
    );
    expect(line({ filter, sort: 'newest', counted: { count: 2, more: false } })).toContain(
      'href="/admin/contracts?status=pending&amp;sort=newest"',
    );
  });

  test('has no link where all that is new is in the list already', () => {
    expect(line({ arrived: 2, counted: { count: 2, more: false } })).toBe('2 new contracts');
    expect(line({ arrived: 1 })).toBe('1 new contract');
  });
});
