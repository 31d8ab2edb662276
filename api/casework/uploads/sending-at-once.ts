import { makeInFlight } from '#api/platform/limits/in-flight.ts';

/**
 * Per client: our page sends one file at a time, so this is for several pages and for connections that were lost without our
 * noticing. Each may hold a piece of a file in memory for ten minutes. Asking for the offset does not count: it is what ends one
 * that was lost.
 */
export const sendingAtOnce = makeInFlight(6, {
  title: 'Please wait a moment',
  text: 'Other files of yours are being sent at this moment. Send this one once they have arrived',
});
