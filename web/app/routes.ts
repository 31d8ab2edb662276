import { formPages } from '@claimdesk/forms/journey';
import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes';

/** Where the pages beside the steps of a form lie in `routes/intake`. */
const folderOf: Record<(typeof formPages)[number], string> = {
  sent: 'sent',
  'no-copy': 'sent',
  'finish-later': 'saved-answers',
  'delete-answers': 'saved-answers',
  resume: 'saved-answers',
};

/**
 * The pages of one form, the same for all forms: `intake/intake-forms.ts` says what differs.
 *
 * @param start the module of its start page; left out where that is the first step.
 * @param frame the layout module around its steps, which adds to them.
 */
function intake(path: string, { start, frame }: { start?: string; frame?: string } = {}) {
  const steps = route(`${path}/:step${start ? '' : '?'}`, 'routes/intake/steps/step.tsx', {
    id: `${path}/step`,
  });
  return [
    ...formPages.map((page) =>
      route(`${path}/${page}`, `routes/intake/${folderOf[page]}/${page}.tsx`, { id: `${path}/${page}` }),
    ),
    route(`${path}/keep`, 'routes/intake/steps/keep.ts', { id: `${path}/keep` }),
    route(`${path}/copy.pdf`, 'routes/intake/sent/copy-pdf.ts', { id: `${path}/copy.pdf` }),
    ...(start ? [route(path, start, { id: path })] : []),
    ...(frame ? [layout(frame, [steps])] : [steps]),
  ];
}

/** One submission as a dialog over its list, the same for both lists. */
function submission(list: string) {
  return route(':id', 'routes/admin/submissions/submission-dialog.tsx', { id: `admin/${list}/submission` });
}

/** Every address of the site, in reading order. */
export default [
  layout('routes/site-frame.tsx', [
    index('routes/home/home.tsx'),
    route('attorney-directory', 'routes/attorney-directory/attorney-directory.tsx'),
    route('articles/:slug', 'routes/articles/article.tsx'),
    route('search', 'routes/search/search.tsx'),
    route('contact', 'routes/contact.ts'),
    ...intake('free-case-evaluation'),
    ...intake('join-network', { frame: 'routes/join-network/steps-frame.tsx' }),
    route('sign-contract/agreement', 'routes/contract/agreement.tsx'),
    ...intake('sign-contract', {
      start: 'routes/contract/start.tsx',
      frame: 'routes/contract/steps-frame.tsx',
    }),
    route('verify', 'routes/verify/verify.tsx'),
    route('client-login', 'routes/client-portal/login/client-login.tsx'),
    route('client-register', 'routes/client-portal/register/client-register.tsx'),
    route(':slug', 'routes/page/page.tsx'),
    route('*', 'routes/not-found.tsx'),
  ]),
  route('client-portal/logout', 'routes/client-portal/logout.ts'),
  route('client-portal', 'routes/client-portal/signed-in.tsx', [
    index('routes/client-portal/dashboard/dashboard.tsx'),
  ]),
  ...prefix('admin', [
    index('routes/admin/admin.ts'),
    route('login', 'routes/admin/login/login.tsx'),
    route('logout', 'routes/admin/login/logout.ts'),
    route('exports/file', 'routes/admin/exports/file.ts'),
    layout('routes/admin/signed-in.tsx', [
      route('dashboard', 'routes/admin/dashboard/dashboard.tsx'),
      route('contracts', 'routes/admin/contracts/contract-list.tsx'),
      route('contracts/:id', 'routes/admin/contracts/contract.tsx'),
      route('case-evaluations', 'routes/admin/submissions/evaluation-list.tsx', [
        submission('case-evaluations'),
      ]),
      route('exports', 'routes/admin/exports/exports.tsx'),
      route('attorney-applications', 'routes/admin/submissions/application-list.tsx', [
        submission('attorney-applications'),
      ]),
      route('client-logins', 'routes/admin/client-logins/client-logins.tsx'),
      route('mail', 'routes/admin/mail/mail.tsx'),
      route('retention', 'routes/admin/retention/retention.tsx'),
      route('system', 'routes/admin/system/system.tsx'),
      route('sign-out-everywhere', 'routes/admin/login/sign-out-everywhere.tsx'),
    ]),
  ]),
  layout('routes/dev/developer-pages.tsx', [
    route('dev/forms', 'routes/dev/forms/form-list.tsx'),
    route('dev/forms/:form/:state', 'routes/dev/forms/form-state.tsx'),
  ]),
  route('admin/contracts/:id/pdf', 'routes/admin/contracts/pdf.ts'),
  ...['case-evaluations', 'attorney-applications'].map((list) =>
    route(`admin/${list}/:id/pdf`, 'routes/admin/submissions/pdf.ts', { id: `admin/${list}/pdf` }),
  ),
  route('appeal-deadline.ics', 'routes/appeal-deadline/calendar.ts'),
  route('articles.xml', 'routes/articles/feed.ts'),
  route('robots.txt', 'routes/robots.ts'),
  route('sitemap.xml', 'routes/sitemap.ts'),
] satisfies RouteConfig;
