import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes';

/**
 * The pages of one form, the same for all forms: `intake-forms.ts` says what differs.
 *
 * @param step the module of its steps: the common one, or one of the form's own that adds to it.
 * @param start the module of its start page; left out where that is the first step.
 * @param frame the module around its steps, which adds to them.
 */
function intake(path: string, step: string, start?: string, frame?: string) {
  const steps = route(`${path}/:step${start ? '' : '?'}`, step, { id: `${path}/step` });
  const pages = ['sent', 'no-copy', 'finish-later', 'delete-answers', 'resume'];
  return [
    ...pages.map((page) => route(`${path}/${page}`, `routes/intake/${page}.tsx`, { id: `${path}/${page}` })),
    route(`${path}/copy.pdf`, 'routes/intake/copy-pdf.ts', { id: `${path}/copy.pdf` }),
    ...(start ? [route(path, start, { id: path })] : []),
    ...(frame ? [layout(frame, [steps])] : [steps]),
  ];
}

/** Every address of the site, in reading order. */
export default [
  layout('routes/site-frame.tsx', [
    index('routes/home/home.tsx'),
    route('attorney-directory', 'routes/attorney-directory/attorney-directory.tsx'),
    route('articles/:slug', 'routes/articles/article.tsx'),
    route('search', 'routes/search/search.tsx'),
    route('contact', 'routes/contact.ts'),
    ...intake('free-case-evaluation', 'routes/intake/step.tsx'),
    ...intake('join-network', 'routes/intake/step.tsx', undefined, 'routes/join-network/steps-frame.tsx'),
    route('sign-contract/agreement', 'routes/contract/agreement.tsx'),
    ...intake(
      'sign-contract',
      'routes/intake/step.tsx',
      'routes/contract/start.tsx',
      'routes/contract/steps-frame.tsx',
    ),
    route('verify', 'routes/verify/verify.tsx'),
    route('client-login', 'routes/client-login/client-login.tsx'),
    route('client-register', 'routes/client-register/client-register.tsx'),
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
    route('logout', 'routes/admin/logout.ts'),
    route('exports/file', 'routes/admin/exports/file.ts'),
    layout('routes/admin/signed-in.tsx', [
      route('dashboard', 'routes/admin/dashboard/dashboard.tsx'),
      route('contracts', 'routes/admin/contracts/contract-list.tsx'),
      route('contracts/:id', 'routes/admin/contracts/contract.tsx'),
      route('case-evaluations', 'routes/admin/evaluations/evaluation-list.tsx', [
        route(':id', 'routes/admin/evaluations/evaluation-dialog.tsx'),
      ]),
      route('exports', 'routes/admin/exports/exports.tsx'),
      route('attorney-applications', 'routes/admin/applications/application-list.tsx', [
        route(':id', 'routes/admin/applications/application-dialog.tsx'),
      ]),
      route('mail', 'routes/admin/mail/mail.tsx'),
      route('retention', 'routes/admin/retention/retention.tsx'),
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
