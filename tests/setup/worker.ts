import { join } from 'node:path';
import { inject } from 'vitest';

const worker = process.env.VITEST_POOL_ID ?? '1';

// Set before any module of ours reads its environment; every worker writes to databases and a folder of its own.
Object.assign(process.env, {
  MONGODB_URI: inject('mongodbUri'),
  CMS_DATABASE: `cms_${worker}`,
  PORTAL_DATABASE: `portal_${worker}`,
  PAYLOAD_SECRET: 'a-secret-for-tests-that-is-long-enough-0123456789',
  PUBLIC_URL: 'http://localhost:3000',
  APP_KEYS: inject('appKeys'),
  DATA_DIR: join(inject('dataDir'), `worker-${worker}`),
  STAFF_EMAIL: 'staff@claimdesk.example',
  // A minute is long for a test.
  STAFF_NOTICE_SECONDS: '1',
});
