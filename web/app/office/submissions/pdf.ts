import { forStaff } from '#web/app/office/staff-request.server.ts';
import { pdfDownload } from '#web/app/ui/files/documents.ts';
import type { Route } from './+types/pdf';
import { queueAt } from './queues.ts';

/** A submission as a file to keep or print. The address says which kind: `/admin/case-evaluations/…/pdf`. */
export function loader(page: Route.LoaderArgs) {
  const { name } = queueAt(page.url.pathname);
  return forStaff(page, async ({ api }) => pdfDownload(await api[name].print({ id: page.params.id ?? '' })));
}
