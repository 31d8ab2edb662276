import { redirect } from 'react-router';
import type { SiteContext } from '#web/app/context.ts';
import { contractHref } from '#web/app/ui/pages/navigation.ts';
import { answerOf } from '#web/app/ui/pages/procedure-errors.server.ts';

/** While signing is closed, every page of the contract redirects to its start page, which says so. */
export async function leaveWhileClosed(api: SiteContext['api']): Promise<void> {
  if (await answerOf(api.contracts.closed())) throw redirect(contractHref);
}
