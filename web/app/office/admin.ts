import { redirect } from 'react-router';
import { firstPage } from './back-office.ts';

/** The back office begins with its dashboard. */
export function loader() {
  return redirect(firstPage);
}
