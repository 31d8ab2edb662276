import { vi } from 'vitest';

/** Takes the test worker's settings from the environment, because a product that a test starts makes its own. */
export function hideWorkerSettings(): void {
  for (const name of [
    'MONGODB_URI',
    'CMS_DATABASE',
    'PORTAL_DATABASE',
    'AUDIT_DATABASE',
    'PUBLIC_URL',
    'APP_KEYS',
    'PAYLOAD_SECRET',
    'DATA_DIR',
  ])
    vi.stubEnv(name, undefined);
}
