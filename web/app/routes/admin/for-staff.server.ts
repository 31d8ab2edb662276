import { forSignedIn } from '../../session/for-signed-in.server.ts';
import { backOffice } from './login/next-path.ts';

/** Reads what a back-office page shows, or leads to the sign-in page and back. */
export const forStaff = forSignedIn(backOffice, 'admin');
