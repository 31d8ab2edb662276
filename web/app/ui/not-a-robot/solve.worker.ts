import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { handler } from 'altcha-lib/workers/shared';

// Off the main thread, so that typing stays responsive on a slow phone.
handler({ deriveKey });
