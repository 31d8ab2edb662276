import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { describe, expect, test } from 'vitest';
import { presentForm } from '#web/app/office/open-form.server.ts';
import { makeQueryClient, makeTrpcClient, trpc } from '#web/app/trpc.ts';
import { ToastProvider } from '#web/app/ui/components/toast.tsx';
import RemovalDialog from './removal-dialog.tsx';

type Props = React.ComponentProps<typeof RemovalDialog>;

const id = '0123456789abcdef01234567';
const known = { reference: 'K7QH-M9XC', keptFor: null };

function html(list: string, record: Props['loaderData']['record']): string {
  const queries = makeQueryClient(() => {});
  const Page = createRoutesStub([{ id: 'page', path: '/admin/:list/:id/delete', Component: RemovalDialog }]);
  const form = presentForm(list === 'contracts' ? 'contract-removal' : 'removal');
  const hydrationData = { loaderData: { page: { record, form } } };
  return renderToStaticMarkup(
    <trpc.Provider client={makeTrpcClient()} queryClient={queries}>
      <QueryClientProvider client={queries}>
        <ToastProvider initial={null}>
          <Page initialEntries={[`/admin/${list}/${id}/delete`]} hydrationData={hydrationData} />
        </ToastProvider>
      </QueryClientProvider>
    </trpc.Provider>,
  );
}

describe('nothing can be deleted', () => {
  test('of what somebody has deleted already', () => {
    const markup = html('case-evaluations', null);
    expect(markup).toContain('This case evaluation was not found');
    expect(markup).toContain('Somebody has already deleted it.');
    expect(markup).not.toContain('<form');
  });

  test('of a contract that belongs to a client, whose page is linked', () => {
    const markup = html('contracts', { ...known, keptFor: 'c1' });
    expect(markup).toContain('This signed contract is kept');
    expect(markup).toContain('href="/admin/client/c1"');
    expect(markup).not.toContain('<form');
  });
});

describe('the question before something is deleted', () => {
  const box = 'name="not_represented"';
  const directory = 'If there is an entry in the attorney directory, it stays.';

  test.each([
    ['case-evaluations', 'case evaluation', false, false],
    ['attorney-applications', 'attorney application', false, true],
    ['contracts', 'signed contract', true, false],
  ])('says what goes and what stays: %s', (list, one, isContract, isApplication) => {
    const markup = html(list, known);
    expect(markup).toContain(`Delete this ${one}?`);
    expect(markup).toContain(`This deletes the ${one} <strong>K7QH-M9XC</strong> for good`);
    expect(markup).toContain('For six years we keep its reference');
    expect(markup.includes(box)).toBe(isContract);
    expect(markup.includes('Nobody can check any more whether a copy of the PDF is genuine.')).toBe(
      isContract,
    );
    expect(markup.includes(directory)).toBe(isApplication);
  });
});
