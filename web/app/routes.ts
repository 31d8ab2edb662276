import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes';

/** Every address of the site, in reading order. */
export default [
  layout('routes/site-frame.tsx', [
    index('routes/home/home.tsx'),
    route('faq', 'routes/faq/faq.tsx'),
    route('attorney-directory', 'routes/attorney-directory/attorney-directory.tsx'),
    route('articles/:slug', 'routes/articles/article.tsx'),
    route('search', 'routes/search/search.tsx'),
    route('contact', 'routes/contact.ts'),
    route('free-case-evaluation/sent', 'routes/evaluation/sent.tsx'),
    route('free-case-evaluation/finish-later', 'routes/evaluation/finish-later.tsx'),
    route('free-case-evaluation/delete-answers', 'routes/evaluation/delete-answers.tsx'),
    route('free-case-evaluation/resume', 'routes/evaluation/resume.tsx'),
    route('free-case-evaluation/:step?', 'routes/evaluation/step.tsx'),
    route(':slug', 'routes/page/page.tsx'),
    route('*', 'routes/not-found.tsx'),
  ]),
  ...prefix('admin', [
    index('routes/admin/admin.ts'),
    route('login', 'routes/admin/login/login.tsx'),
    route('logout', 'routes/admin/logout.ts'),
    route('exports/file', 'routes/admin/exports/file.ts'),
    layout('routes/admin/signed-in.tsx', [
      route('dashboard', 'routes/admin/dashboard/dashboard.tsx'),
      route('case-evaluations', 'routes/admin/evaluations/evaluation-list.tsx', [
        route(':id', 'routes/admin/evaluations/evaluation-dialog.tsx'),
      ]),
      route('exports', 'routes/admin/exports/exports.tsx'),
      route('attorney-applications', 'routes/admin/applications/application-list.tsx', [
        route(':id', 'routes/admin/applications/application-dialog.tsx'),
      ]),
    ]),
  ]),
  layout('routes/dev/developer-pages.tsx', [
    route('dev/forms', 'routes/dev/forms/form-list.tsx'),
    route('dev/forms/:form/:state', 'routes/dev/forms/form-state.tsx'),
  ]),
  route('appeal-deadline.ics', 'routes/appeal-deadline/calendar.ts'),
  route('articles.xml', 'routes/articles/feed.ts'),
  route('robots.txt', 'routes/robots.ts'),
  route('sitemap.xml', 'routes/sitemap.ts'),
] satisfies RouteConfig;
