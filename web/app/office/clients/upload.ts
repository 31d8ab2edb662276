import { redirect } from 'react-router';
import type { Route } from './+types/upload';
import { clientPath } from './client-table.tsx';
import { receiveDocument } from './receive-document.server.ts';

/** Only our script posts here; a GET, as after signing in, redirects to the form. */
export function loader({ params: { id } }: Route.LoaderArgs) {
  return redirect(`${clientPath(id)}/add-document`);
}

/** The same as the dialog's own action, for a script that shows how much has arrived. */
export async function action(page: Route.ActionArgs) {
  const { status, ...received } = await receiveDocument(page, page.params.id);
  return Response.json(received, { status, headers: { 'cache-control': 'no-store' } });
}
