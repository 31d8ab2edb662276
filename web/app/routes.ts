import { type IntakeForm, intakes, reviewedIntakes } from '@claimdesk/forms/intakes';
import { formPages } from '@claimdesk/forms/journey';
import { getForm } from '@claimdesk/forms/registry';
import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes';
import { clientVerbs } from './routes/admin/clients/client-verbs.ts';
import { linkByReferencePaths, linkDialogPaths } from './routes/admin/clients/links.ts';

/** Where the pages beside the steps of a form lie in `routes/intake`. */
const folderOf: Record<(typeof formPages)[number], string> = {
  sent: 'sent',
  'no-copy': 'sent',
  'finish-later': 'saved-answers',
  'delete-answers': 'saved-answers',
  resume: 'saved-answers',
};

/** The start pages of forms that do not start with their first step. */
const startOf: Partial<Record<IntakeForm, string>> = { contract: 'routes/contract/start.tsx' };

/** The pages of a public form beside its steps, the same for all: its `intake.ts` says what differs. */
function intakePages({ form, path: address }: (typeof intakes)[number]) {
  const start = startOf[form];
  const path = address.slice(1);
  return [
    ...formPages.map((page) =>
      route(`${path}/${page}`, `routes/intake/${folderOf[page]}/${page}.tsx`, { id: `${path}/${page}` }),
    ),
    route(`${path}/keep`, 'routes/intake/steps/autosave.ts', { id: `${path}/keep` }),
    route(`${path}/copy.pdf`, 'routes/intake/sent/copy-pdf.ts', { id: `${path}/copy.pdf` }),
    ...(start ? [route(path, start, { id: path })] : []),
  ];
}

/** The steps of a public form. A form with several is a transaction: its only way out is "Save and exit". */
function intakeSteps({ form, path: address }: (typeof intakes)[number]) {
  const path = address.slice(1);
  const frame = getForm(form).ui.steps.length > 1 ? 'routes/intake/transaction-frame' : 'routes/site-frame';
  return layout(`${frame}.tsx`, { id: `${path}/frame` }, [
    route(`${path}/:step${startOf[form] ? '' : '?'}`, 'routes/intake/steps/step.tsx', { id: `${path}/step` }),
  ]);
}

/** A review queue, and one submission and its removal as dialogs over it, the same for all. */
function queuePages({ queue }: (typeof reviewedIntakes)[number]) {
  const path = queue.path.slice('/admin/'.length);
  return route(path, 'routes/admin/submissions/queue.tsx', { id: `admin/${path}` }, [
    route(':id', 'routes/admin/submissions/submission-dialog.tsx', { id: `admin/${path}/submission` }),
    route(':id/delete', 'routes/admin/removals/removal-dialog.tsx', { id: `admin/${path}/delete` }),
  ]);
}

/** What staff can do about a client's login: dialogs over the client's page. */
const clientDialogs = Object.keys(clientVerbs).map((verb) =>
  route(verb, 'routes/admin/clients/client-dialog.tsx', { id: `admin/client/${verb}` }),
);

/** Every address of the site, in reading order. */
export default [
  layout('routes/site-frame.tsx', [
    index('routes/home/home.tsx'),
    route('attorney-directory', 'routes/attorney-directory/attorney-directory.tsx'),
    route('articles/:slug', 'routes/articles/article.tsx'),
    route('search', 'routes/search/search.tsx'),
    route('contact', 'routes/contact.ts'),
    ...intakes.flatMap(intakePages),
    route('sign-contract/agreement', 'routes/contract/agreement.tsx'),
    route('verify', 'routes/verify/verify.tsx'),
    route('client-login', 'routes/client-portal/login/client-login.tsx'),
    route('client-login/forgot-pin', 'routes/client-portal/forgot-pin/forgot-pin.tsx'),
    route('client-login/new-pin', 'routes/client-portal/new-pin/new-pin.tsx'),
    route('client-register', 'routes/client-portal/register/client-register.tsx'),
    route(':slug', 'routes/page/page.tsx'),
    route('*', 'routes/not-found.tsx'),
  ]),
  ...intakes.map(intakeSteps),
  route('client-portal/logout', 'routes/client-portal/logout.ts'),
  route('client-portal/sidebar', 'routes/client-portal/sidebar.ts'),
  route('client-portal', 'routes/client-portal/signed-in.tsx', [
    index('routes/client-portal/dashboard/dashboard.tsx'),
    route('address', 'routes/client-portal/profile/mailing-address.tsx'),
    route('phones', 'routes/client-portal/profile/phone-numbers.tsx'),
    route('emails', 'routes/client-portal/profile/email-addresses.tsx'),
    route('emails/verify', 'routes/client-portal/profile/verify-email.tsx'),
    route('emergency', 'routes/client-portal/profile/emergency-contacts.tsx'),
    route('treatment', 'routes/client-portal/profile/medical-treatment.tsx'),
    route('*', 'routes/client-portal/not-found.tsx'),
    route('activity', 'routes/client-portal/activity/activity.tsx'),
    route('confirm', 'routes/client-portal/confirm/confirm.tsx'),
    route('claim', 'routes/client-portal/claim/claim.tsx'),
    route('claim/next-date.ics', 'routes/client-portal/claim/next-date.ts'),
    route('downloads', 'routes/client-portal/downloads/downloads.tsx'),
    route('downloads/:document/file', 'routes/client-portal/downloads/file.ts'),
    route('uploads', 'routes/client-portal/uploads/uploads.tsx'),
    route('uploads/:document/file', 'routes/client-portal/uploads/file.ts'),
  ]),
  ...prefix('admin', [
    index('routes/admin/admin.ts'),
    route('login', 'routes/admin/login/login.tsx'),
    route('logout', 'routes/admin/login/logout.ts'),
    route('login/code', 'routes/admin/login/code.tsx'),
    route('login/sso', 'routes/admin/login/sso.ts'),
    route('login/sso/return', 'routes/admin/login/sso-return.tsx'),
    route('welcome', 'routes/admin/login/welcome.tsx'),
    route('exports/file', 'routes/admin/exports/file.ts'),
    layout('routes/admin/signed-in.tsx', [
      route('dashboard', 'routes/admin/dashboard/dashboard.tsx'),
      route('client/:id/timeline', 'routes/admin/clients/timeline.tsx'),
      route('client/:id/print', 'routes/admin/clients/print.tsx'),
      route('client/:id', 'routes/admin/clients/client.tsx', [
        route('reveal', 'routes/admin/clients/reveal-dialog.tsx'),
        route('add-document', 'routes/admin/clients/add-document.tsx'),
        ...['change', 'handled', 'delete'].map((verb) =>
          route(`documents/:document/${verb}`, 'routes/admin/clients/document-dialog.tsx', {
            id: `admin/client/document/${verb}`,
          }),
        ),
        ...['add-note', 'notes/:note/edit', 'notes/:note/correct'].map((path) =>
          route(path, 'routes/admin/clients/note-dialog.tsx', { id: `admin/client/${path}` }),
        ),
        ...[...linkDialogPaths, ...linkByReferencePaths].map((path) =>
          route(path, 'routes/admin/clients/link-dialog.tsx', { id: `admin/client/${path}` }),
        ),
        route('notices/:notice/sent', 'routes/admin/clients/notice-dialog.tsx'),
        route('notices/:notice/not-sent', 'routes/admin/clients/unmark-notice-dialog.tsx'),
        route('claim', 'routes/admin/clients/claim-dialog.tsx'),
        ...clientDialogs,
      ]),
      route('contracts', 'routes/admin/contracts/contract-list.tsx'),
      route('contracts/:id', 'routes/admin/contracts/contract.tsx', [
        route('reveal', 'routes/admin/clients/reveal-dialog.tsx', { id: 'admin/contract/reveal' }),
        route('delete', 'routes/admin/removals/removal-dialog.tsx', { id: 'admin/contract/delete' }),
      ]),
      ...reviewedIntakes.map(queuePages),
      route('attorneys', 'routes/admin/attorneys/attorneys.tsx', [
        route('new', 'routes/admin/attorneys/attorney-dialog.tsx', { id: 'admin/attorneys/new' }),
        route(':id', 'routes/admin/attorneys/attorney-dialog.tsx', { id: 'admin/attorneys/edit' }),
        route(':id/delete', 'routes/admin/attorneys/delete-dialog.tsx'),
      ]),
      route('account', 'routes/admin/account/account.tsx'),
      route('account/two-step', 'routes/admin/account/two-step.tsx'),
      route('account/passkeys', 'routes/admin/account/passkeys.tsx'),
      route('confirm', 'routes/admin/login/confirm.tsx'),
      route('staff', 'routes/admin/staff/staff.tsx', [
        route('turn-off-shared-password', 'routes/admin/staff/shared-password-dialog.tsx'),
        route('invite', 'routes/admin/staff/invite-dialog.tsx'),
        route(':id', 'routes/admin/staff/account-dialog.tsx'),
        route(':id/disable', 'routes/admin/staff/access-dialog.tsx', { id: 'admin/staff/disable' }),
        route(':id/enable', 'routes/admin/staff/access-dialog.tsx', { id: 'admin/staff/enable' }),
      ]),
      route('exports', 'routes/admin/exports/exports.tsx'),
      route('client-logins', 'routes/admin/client-logins/client-logins.tsx'),
      route('new-addresses', 'routes/admin/new-addresses/new-addresses.tsx'),
      route('mail', 'routes/admin/mail/mail.tsx'),
      route('audit', 'routes/admin/audit/audit.tsx'),
      route('retention', 'routes/admin/retention/retention.tsx'),
      route('system', 'routes/admin/system/system.tsx'),
      route('remove-samples', 'routes/admin/samples/remove-samples.tsx'),
      route('sign-out-everywhere', 'routes/admin/login/sign-out-everywhere.tsx'),
      route('*', 'routes/admin/not-found.tsx'),
    ]),
  ]),
  layout('routes/dev/developer-pages.tsx', [
    route('dev/forms', 'routes/dev/forms/form-list.tsx'),
    route('dev/forms/:form/:state', 'routes/dev/forms/form-state.tsx'),
  ]),
  route('admin/client/:id/upload', 'routes/admin/clients/upload.ts'),
  route('admin/client/:id/documents/:document/file', 'routes/admin/clients/document-file.ts'),
  route('admin/contracts/:id/pdf', 'routes/admin/contracts/pdf.ts'),
  ...reviewedIntakes.map(({ queue: { path } }) =>
    route(`${path.slice(1)}/:id/pdf`, 'routes/admin/submissions/pdf.ts', { id: `${path.slice(1)}/pdf` }),
  ),
  route('appeal-deadline.ics', 'routes/appeal-deadline/calendar.ts'),
  route('articles.xml', 'routes/articles/feed.ts'),
  route('robots.txt', 'routes/robots.ts'),
  route('sitemap.xml', 'routes/sitemap.ts'),
] satisfies RouteConfig;
