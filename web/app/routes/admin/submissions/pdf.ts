import { pdfAnswer } from '../../contract/pdf-answer.ts';
import { forStaff } from '../for-staff.server.ts';
import type { Route } from './+types/pdf';

/** A submission as a file to keep or print. The address says which kind: `/admin/case-evaluations/…/pdf`. */
export function loader(page: Route.LoaderArgs) {
  const name = page.url.pathname.startsWith('/admin/case-evaluations/') ? 'evaluations' : 'applications';
  return forStaff(page, async ({ api }) => pdfAnswer(await api[name].print({ id: page.params.id ?? '' })));
}
