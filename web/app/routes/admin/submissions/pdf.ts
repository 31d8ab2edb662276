import { pdfDownload } from '#web/app/documents.ts';
import { forStaff } from '#web/app/routes/admin/staff-request.server.ts';
import type { Route } from './+types/pdf';

/** A submission as a file to keep or print. The address says which kind: `/admin/case-evaluations/…/pdf`. */
export function loader(page: Route.LoaderArgs) {
  const name = page.url.pathname.startsWith('/admin/case-evaluations/') ? 'evaluations' : 'applications';
  return forStaff(page, async ({ api }) => pdfDownload(await api[name].print({ id: page.params.id ?? '' })));
}
