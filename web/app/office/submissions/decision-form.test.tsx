import type { Decision } from '@claimdesk/forms/define-intake';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { describe, expect, test } from 'vitest';
import { makeQueryClient, makeTrpcClient, trpc } from '#web/app/trpc.ts';
import { ToastProvider } from '#web/app/ui/components/toast.tsx';
import { DecisionForm } from './decision-form.tsx';
import { queueAt, type Submission } from './queues.ts';

const queries = makeQueryClient(() => {});
const client = makeTrpcClient();

function html(
  { status, decisions, reviewedBy = null }: Pick<Submission, 'status'> & Partial<Submission>,
  { path = '/admin/case-evaluations' } = {},
): string {
  const submission = { id: '0123456789abcdef01234567', status, decisions, reviewedBy } as Submission;
  const Page = createRoutesStub([
    {
      path: '*',
      Component: () => (
        <trpc.Provider client={client} queryClient={queries}>
          <QueryClientProvider client={queries}>
            <ToastProvider initial={null}>
              <DecisionForm queue={queueAt(path)} submission={submission} onDecided={() => {}} />
            </ToastProvider>
          </QueryClientProvider>
        </trpc.Provider>
      ),
    },
  ]);
  return renderToStaticMarkup(<Page />);
}

/** @returns the opening tag of the button for a decision. */
const button = (markup: string, decision: Decision) =>
  new RegExp(`<button[^>]*value="${decision}"[^>]*>`).exec(markup)?.[0];

describe('the decision about a submission', () => {
  const both: Decision[] = ['approved', 'rejected'];

  test('is offered twice while nothing is decided, without a word about it', () => {
    const markup = html({ status: 'pending', decisions: both });
    expect(button(markup, 'approved')).not.toContain('aria-disabled');
    expect(button(markup, 'rejected')).not.toContain('aria-disabled');
    expect(markup).not.toContain('already');
  });

  test('cannot be made again, and the button says why and who decided', () => {
    const markup = html({ status: 'approved', decisions: ['rejected'], reviewedBy: 'Robin Example' });
    const reason = /aria-describedby="([^"]+)"/.exec(button(markup, 'approved') ?? '')?.[1];
    expect(button(markup, 'approved')).toContain('aria-disabled="true"');
    expect(button(markup, 'rejected')).not.toContain('aria-disabled');
    expect(markup).toContain(
      `id="${reason}">This case evaluation is already approved. Decided by Robin Example.</p>`,
    );
  });

  test('is final where its queue decides once: no button is left', () => {
    const markup = html({ status: 'rejected', decisions: [] }, { path: '/admin/attorney-applications' });
    expect(button(markup, 'approved')).toBeUndefined();
    expect(button(markup, 'rejected')).toBeUndefined();
    expect(markup).toContain('This attorney application is already rejected.</p>');
  });

  test('is in the words of its queue', () => {
    const path = '/admin/call-requests';
    expect(html({ status: 'pending', decisions: both }, { path })).toContain('>Mark as called</button>');
    expect(html({ status: 'approved', decisions: ['rejected'] }, { path })).toContain('is already called.');
  });
});
