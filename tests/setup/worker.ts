import { join } from 'node:path';
import { inject } from 'vitest';

const worker = process.env.VITEST_POOL_ID ?? '1';

// Runs before any of our modules reads the environment; every worker has its own databases and data folder.
Object.assign(process.env, {
  MONGODB_URI: inject('mongodbUri'),
  CMS_DATABASE: `cms_${worker}`,
  PORTAL_DATABASE: `portal_${worker}`,
  AUDIT_DATABASE: `audit_${worker}`,
  PAYLOAD_SECRET: inject('payloadSecret'),
  PUBLIC_URL: 'http://localhost:3000',
  APP_KEYS: inject('appKeys'),
  DATA_DIR: join(inject('dataDir'), `worker-${worker}`),
  STAFF_EMAIL: 'staff@claimdesk.example',
  // The default of a minute would slow down tests.
  STAFF_NOTICE_SECONDS: '1',
  // However busy the machine is: tests expect what was published at once.
  CONTENT_WAIT_SECONDS: '100',
});
