import type { StaffRole } from '@claimdesk/api/staff-roles';
import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { describe, expect, test } from 'vitest';
import { PermissionsContext } from '#web/app/office/permissions.tsx';
import { permissionsOf } from '#web/testing/permissions.ts';
import { ClientNotes, type Note } from './client-notes.tsx';

const id = '4a1d6c3e-0000-4000-8000-0123456789ab';
const note: Note = {
  id: 'n1',
  key: 'a-key',
  text: 'Called from work.\nAsks for <b>the office</b>.',
  who: 'Robin Example',
  at: '2026-07-01T12:00:00.000Z',
  editedAt: null,
  corrects: null,
  mayEdit: true,
};

interface Shown {
  next?: string | null;
  cursor?: string | null;
  role?: StaffRole;
}

function html(rows: Note[], { next = null, cursor = null, role = 'reviewer' }: Shown = {}): string {
  const Page = createRoutesStub([
    {
      path: '*',
      Component: () => (
        <PermissionsContext value={permissionsOf(role)}>
          <ClientNotes id={id} notes={{ rows, next }} cursor={cursor} />
        </PermissionsContext>
      ),
    },
  ]);
  return renderToStaticMarkup(<Page initialEntries={[`/admin/client/${id}`]} />);
}

describe('the notes about a client', () => {
  test('are read by those who may only look, who are offered no form', () => {
    const markup = html([note], { role: 'read_only' });
    expect(markup).toContain('Called from work.');
    expect(markup).not.toMatch(/Add a note|notes\/n1/);
  });

  test('are none at all, or none further', () => {
    expect(html([])).toContain('No notes yet.');
    expect(html([], { cursor: '17-a' })).toContain('No further notes.');
  });

  test('go on, and lead back to the newest', () => {
    const markup = html([note], { next: '18-b', cursor: '17-a' });
    expect(markup).toContain(`href="/admin/client/${id}?notes=18-b#notes">Older notes`);
    expect(markup).toContain(`<a href="/admin/client/${id}#notes">Back to the newest notes</a>`);
  });
});

describe('a note', () => {
  test.each([
    [true, 'edit', 'correct'],
    [false, 'correct', 'edit'],
  ])('is changed while that may be, and corrected afterwards: %j', (mayEdit, offered, other) => {
    const markup = html([{ ...note, mayEdit }]);
    expect(markup).toContain(`href="/admin/client/${id}/notes/n1/${offered}"`);
    expect(markup).not.toContain(`/notes/n1/${other}`);
  });

  test('is plain text', () => {
    expect(html([note])).toContain('<p class="note-text">Called from work.\nAsks for &lt;b&gt;the office');
  });

  test.each<[string, Partial<Note>]>([
    ['<strong>Robin Example</strong>', {}],
    ['<strong>An account that was deleted</strong>', { who: null }],
    [', changed 7/1/2026, 8:10 AM', { editedAt: '2026-07-01T12:10:00.000Z' }],
    ['. Corrects the note of 6/30/2026, 8:00 AM', { corrects: { id: 'n0', at: '2026-06-30T12:00:00.000Z' } }],
  ])('says who wrote it and what became of it: %s', (words, more) => {
    expect(html([{ ...note, ...more }])).toContain(words);
  });
});
