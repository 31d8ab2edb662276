import { type IntakeForm, intakes, reviewedIntakes } from '@claimdesk/forms/intakes';
import { formPages } from '@claimdesk/forms/journey';
import { getForm } from '@claimdesk/forms/registry';
import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes';
import { clientVerbs } from './office/clients/client-verbs.ts';
import { linkByReferencePaths, linkDialogPaths } from './office/clients/links.ts';
import { recordsSteps } from './office/matters/addresses.ts';

/** Where the pages beside the steps of a form lie in `public/intake`. */
const folderOf: Record<(typeof formPages)[number], string> = {
  sent: 'sent',
  'no-copy': 'sent',
  'finish-later': 'saved-answers',
  'delete-answers': 'saved-answers',
  resume: 'saved-answers',
};

/** The start pages of forms that do not start with their first step. */
const startOf: Partial<Record<IntakeForm, string>> = { contract: 'public/intake/contract/start.tsx' };

/** The pages of a public form beside its steps, the same for all: its `intake.ts` says what differs. */
function intakePages({ form, path: address }: (typeof intakes)[number]) {
  const start = startOf[form];
  const path = address.slice(1);
  return [
    ...formPages.map((page) =>
      route(`${path}/${page}`, `public/intake/${folderOf[page]}/${page}.tsx`, { id: `${path}/${page}` }),
    ),
    route(`${path}/keep`, 'public/intake/steps/autosave.ts', { id: `${path}/keep` }),
    route(`${path}/copy.pdf`, 'public/intake/sent/copy-pdf.ts', { id: `${path}/copy.pdf` }),
    ...(start ? [route(path, start, { id: path })] : []),
  ];
}

/** The steps of a public form. A form with several is a transaction: its only way out is "Save and exit". */
function intakeSteps({ form, path: address }: (typeof intakes)[number]) {
  const path = address.slice(1);
  const frame = getForm(form).ui.steps.length > 1 ? 'public/intake/transaction-frame' : 'public/site-frame';
  return layout(`${frame}.tsx`, { id: `${path}/frame` }, [
    route(`${path}/:step${startOf[form] ? '' : '?'}`, 'public/intake/steps/step.tsx', { id: `${path}/step` }),
  ]);
}

/** A review queue, and one submission and its removal as dialogs over it, the same for all. */
function queuePages({ queue }: (typeof reviewedIntakes)[number]) {
  const path = queue.path.slice('/admin/'.length);
  return route(path, 'office/submissions/queue.tsx', { id: `admin/${path}` }, [
    route(':id', 'office/submissions/submission-dialog.tsx', { id: `admin/${path}/submission` }),
    ...(queue.calls
      ? [route(':id/call', 'office/submissions/attempt-dialog.tsx', { id: `admin/${path}/call` })]
      : []),
    ...(queue.rejection
      ? [route(':id/reject', 'office/submissions/reject-dialog.tsx', { id: `admin/${path}/reject` })]
      : []),
    ...(queue.invitesToSign
      ? [route(':id/invite', 'office/submissions/invite-dialog.tsx', { id: `admin/${path}/invite` })]
      : []),
    route(':id/delete', 'office/removals/removal-dialog.tsx', { id: `admin/${path}/delete` }),
  ]);
}

/** What staff can do about a client's login: dialogs over the client's page. */
const clientDialogs = Object.keys(clientVerbs).map((verb) =>
  route(verb, 'office/clients/client-dialog.tsx', { id: `admin/client/${verb}` }),
);

/** Every address of the site, in reading order. */
export default [
  layout('public/site-frame.tsx', [
    index('public/home/home.tsx'),
    route('attorney-directory', 'public/attorney-directory/attorney-directory.tsx'),
    route('articles/:slug', 'public/articles/article.tsx'),
    route('search', 'public/search/search.tsx'),
    route('contact', 'public/contact.ts'),
    ...intakes.flatMap(intakePages),
    route('sign-contract/agreement', 'public/intake/contract/agreement.tsx'),
    route('verify', 'public/verify/verify.tsx'),
    route('client-login', 'portal/login/client-login.tsx'),
    route('client-login/forgot-pin', 'portal/forgot-pin/forgot-pin.tsx'),
    route('client-login/new-pin', 'portal/new-pin/new-pin.tsx'),
    route('client-register', 'portal/register/client-register.tsx'),
    route(':slug', 'public/page/page.tsx'),
    route('*', 'public/not-found.tsx'),
  ]),
  ...intakes.map(intakeSteps),
  route('client-portal/logout', 'portal/logout.ts'),
  route('client-portal/sidebar', 'portal/sidebar.ts'),
  route('client-portal', 'portal/signed-in.tsx', [
    index('portal/dashboard/dashboard.tsx'),
    route('address', 'portal/profile/mailing-address.tsx'),
    route('phones', 'portal/profile/phone-numbers.tsx'),
    route('emails', 'portal/profile/email-addresses.tsx'),
    route('emails/verify', 'portal/profile/verify-email.tsx'),
    route('emergency', 'portal/profile/emergency-contacts.tsx'),
    route('treatment', 'portal/profile/medical-treatment.tsx'),
    route('*', 'portal/not-found.tsx'),
    route('activity', 'portal/activity/activity.tsx'),
    route('confirm', 'portal/confirm/confirm.tsx'),
    route('claim', 'portal/claim/claim.tsx'),
    route('claim/letter', 'portal/claim/letter.tsx'),
    route('claim/dates/:date/file', 'portal/claim/date-file.ts'),
    route('downloads', 'portal/downloads/downloads.tsx'),
    route('downloads/:document/file', 'portal/downloads/file.ts'),
    route('uploads', 'portal/uploads/uploads.tsx'),
    route('uploads/:document/file', 'portal/uploads/file.ts'),
  ]),
  ...prefix('admin', [
    index('office/admin.ts'),
    route('login', 'office/login/login.tsx'),
    route('logout', 'office/login/logout.ts'),
    route('login/code', 'office/login/code.tsx'),
    route('login/sso', 'office/login/sso.ts'),
    route('login/sso/return', 'office/login/sso-return.tsx'),
    route('welcome', 'office/login/welcome.tsx'),
    route('exports/file', 'office/exports/file.ts'),
    layout('office/signed-in.tsx', [
      route('dashboard', 'office/dashboard/dashboard.tsx'),
      route('client/:id/timeline', 'office/clients/timeline.tsx'),
      route('client/:id/print', 'office/clients/print.tsx'),
      route('client/:id', 'office/clients/client.tsx', [
        route('reveal', 'office/clients/reveal-dialog.tsx'),
        route('add-document', 'office/clients/add-document.tsx'),
        ...['change', 'handled', 'delete'].map((verb) =>
          route(`documents/:document/${verb}`, 'office/clients/document-dialog.tsx', {
            id: `admin/client/document/${verb}`,
          }),
        ),
        ...['add-note', 'notes/:note/edit', 'notes/:note/correct'].map((path) =>
          route(path, 'office/clients/note-dialog.tsx', { id: `admin/client/${path}` }),
        ),
        ...[...linkDialogPaths, ...linkByReferencePaths].map((path) =>
          route(path, 'office/clients/link-dialog.tsx', { id: `admin/client/${path}` }),
        ),
        route('notices/:notice/sent', 'office/clients/notice-dialog.tsx'),
        route('notices/:notice/not-sent', 'office/clients/unmark-notice-dialog.tsx'),
        route('claim', 'office/clients/claim-dialog.tsx'),
        ...clientDialogs,
      ]),
      route('today', 'office/matters/today.tsx'),
      route('calendar', 'office/matters/calendar.tsx'),
      route('matters', 'office/matters/matter-list.tsx', [route('new', 'office/matters/new-matter.tsx')]),
      route('matters/:id', 'office/matters/matter.tsx', [
        route('letter', 'office/matters/letter-kinds.tsx'),
        route('letter/:kind', 'office/matters/letter-dialog.tsx'),
        ...['filed', 'task'].map((verb) =>
          route(verb, 'office/matters/entry-dialog.tsx', { id: `admin/matters/${verb}` }),
        ),
        route('claim', 'office/matters/claim-dialog.tsx'),
        route('person', 'office/matters/person-dialog.tsx'),
        route('records', 'office/matters/records-dialog.tsx'),
        ...recordsSteps.map((step) =>
          route(`records/:request/${step}`, 'office/matters/records-step-dialog.tsx', {
            id: `admin/matters/records/${step}`,
          }),
        ),
        route('delete', 'office/matters/remove-dialog.tsx'),
        route('note', 'office/matters/note-dialog.tsx'),
        route('call/:phone', 'office/matters/call-dialog.tsx'),
        route('merge/:into', 'office/matters/merge-dialog.tsx'),
        route('finish/:duty', 'office/matters/finish-dialog.tsx'),
        route('move/:duty', 'office/matters/move-dialog.tsx'),
        route('correct/:event', 'office/matters/correct-dialog.tsx'),
        route('take-out/:event', 'office/matters/take-out-dialog.tsx'),
      ]),
      route('import', 'office/imports/import-list.tsx'),
      route('import/:id', 'office/imports/import.tsx', [
        route('take-back', 'office/imports/take-back-dialog.tsx'),
      ]),
      route('contracts', 'office/contracts/contract-list.tsx'),
      route('contracts/:id', 'office/contracts/contract.tsx', [
        route('reveal', 'office/clients/reveal-dialog.tsx', { id: 'admin/contract/reveal' }),
        route('delete', 'office/removals/removal-dialog.tsx', { id: 'admin/contract/delete' }),
        route('countersign', 'office/contracts/countersign-dialog.tsx'),
      ]),
      route('contracts/:id/ssa-1696', 'office/contracts/appointment-sheet.tsx', [
        route('reveal', 'office/clients/reveal-dialog.tsx', { id: 'admin/contract/ssa-1696/reveal' }),
      ]),
      route('sign-desk', 'office/contracts/sign-desk.tsx'),
      ...reviewedIntakes.map(queuePages),
      route('attorneys', 'office/attorneys/attorneys.tsx', [
        route('new', 'office/attorneys/attorney-dialog.tsx', { id: 'admin/attorneys/new' }),
        route(':id', 'office/attorneys/attorney-dialog.tsx', { id: 'admin/attorneys/edit' }),
        route(':id/delete', 'office/attorneys/delete-dialog.tsx'),
      ]),
      route('account', 'office/account/account.tsx'),
      route('account/two-step', 'office/account/two-step.tsx'),
      route('account/passkeys', 'office/account/passkeys.tsx'),
      route('account/calendar', 'office/account/calendar-address.tsx'),
      route('confirm', 'office/login/confirm.tsx'),
      route('staff', 'office/staff/staff.tsx', [
        route('turn-off-shared-password', 'office/staff/shared-password-dialog.tsx'),
        route('invite', 'office/staff/invite-dialog.tsx'),
        route('two-step', 'office/staff/two-step-roles-dialog.tsx'),
        route(':id', 'office/staff/account-dialog.tsx'),
        route(':id/disable', 'office/staff/access-dialog.tsx', { id: 'admin/staff/disable' }),
        route(':id/enable', 'office/staff/access-dialog.tsx', { id: 'admin/staff/enable' }),
      ]),
      route('exports', 'office/exports/exports.tsx'),
      route('client-logins', 'office/client-logins/client-logins.tsx'),
      route('new-addresses', 'office/new-addresses/new-addresses.tsx'),
      route('mail', 'office/mail/mail.tsx'),
      route('audit', 'office/audit/audit.tsx'),
      route('retention', 'office/retention/retention.tsx'),
      route('reports', 'office/reports/reports.tsx'),
      route('system', 'office/system/system.tsx'),
      route('remove-samples', 'office/samples/remove-samples.tsx'),
      route('sign-out-everywhere', 'office/login/sign-out-everywhere.tsx'),
      route('*', 'office/not-found.tsx'),
    ]),
  ]),
  layout('dev/developer-pages.tsx', [
    route('dev/forms', 'dev/forms/form-list.tsx'),
    route('dev/forms/:form/:state', 'dev/forms/form-state.tsx'),
  ]),
  route('admin/client/:id/upload', 'office/clients/upload.ts'),
  route('admin/client/:id/documents/:document/file', 'office/clients/document-file.ts'),
  route('admin/contracts/:id/pdf', 'office/contracts/pdf.ts'),
  ...reviewedIntakes.map(({ queue: { path } }) =>
    route(`${path.slice(1)}/:id/pdf`, 'office/submissions/pdf.ts', { id: `${path.slice(1)}/pdf` }),
  ),
  route('admin/calendar.ics', 'office/matters/calendar-feed.ts'),
  route('appeal-deadline.ics', 'public/appeal-deadline/calendar.ts'),
  route('articles.xml', 'public/articles/feed.ts'),
  route('robots.txt', 'public/robots.ts'),
  route('sitemap.xml', 'public/sitemap.ts'),
] satisfies RouteConfig;
