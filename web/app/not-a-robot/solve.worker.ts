import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { handler } from 'altcha-lib/workers/shared';

// Away from the page, so that typing stays quick on a slow phone while it works.
handler({ deriveKey });
