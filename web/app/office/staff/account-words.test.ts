import { normalizeAnswers } from '@claimdesk/forms/normalize';
import { expect, test } from 'vitest';
import { presentForm } from '#web/app/office/open-form.server.ts';
import { changedAccount } from './account-words.ts';

/** @returns what is saved when a form is sent as it was opened, with another name of the representative. */
function saved(name: 'own-account' | 'staff-account') {
  const form = presentForm(name);
  const typed = {
    name: 'Robin',
    role: 'admin',
    representative_name: 'Robin Q. Example',
    representative_status: 'attorney',
  };
  return changedAccount(normalizeAnswers({ schema: form.schema, ui: form }, typed), 'reviewer');
}

test('the form of one’s own account asks for no role, and saves the one that it has', () => {
  expect(saved('own-account')).toEqual({
    name: 'Robin',
    role: 'reviewer',
    representativeName: 'Robin Q. Example',
    representativeStatus: 'attorney',
  });
});

test('the form of a colleague’s account saves the role that was chosen', () => {
  expect(saved('staff-account').role).toBe('admin');
});
