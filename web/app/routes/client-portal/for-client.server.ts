import { forSignedIn } from '../../session/for-signed-in.server.ts';
import { portal } from './portal.ts';

/** Reads what a page of the portal shows, or leads to the login page and back. */
export const forClient = forSignedIn(portal, 'client');
