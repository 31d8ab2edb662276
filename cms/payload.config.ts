import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { mongooseAdapter } from '@payloadcms/db-mongodb';
import { buildConfig } from 'payload';
import sharp from 'sharp';
import { redirects } from './addresses/redirects.ts';
import { articles } from './articles/articles.ts';
import { articleEditor } from './articles/editor.ts';
import { attorneys } from './attorneys/attorneys.ts';
import { env } from './env.ts';
import { facts } from './facts/facts.ts';
import { faq } from './faq/faq.ts';
import { listings } from './listings/listings.ts';
import { noMail } from './mail.ts';
import { media } from './media/media.ts';
import { navigation } from './navigation/navigation.ts';
import { pages } from './pages/pages.ts';
import { prepareDatabase } from './prepare-database.ts';
import { livePreview } from './preview/live-preview.ts';
import { receipts } from './receipts/receipts.ts';
import { site } from './site/site.ts';
import { testimonials } from './testimonials/testimonials.ts';
import { users } from './users/users.ts';

const here = path.dirname(fileURLToPath(import.meta.url));
const largestUpload = 5 * 1024 * 1024;

export default buildConfig({
  collections: [pages, articles, faq, testimonials, listings, attorneys, media, redirects, receipts, users],
  globals: [facts, site, navigation],
  routes: { admin: '/cms', api: '/cms/api' },
  admin: {
    user: 'users',
    avatar: 'default',
    dateFormat: 'MMM d, yyyy',
    meta: {
      titleSuffix: ' - claimdesk',
      defaultOGImageType: 'off',
      // The site's own, which answers at the same origin.
      icons: [{ rel: 'icon', type: 'image/svg+xml', url: '/favicon.svg' }],
    },
    components: {
      graphics: { Logo: '/admin/logo.tsx#Logo', Icon: '/admin/icon.tsx#Icon' },
      afterLogin: ['/admin/sign-in-help.tsx#SignInHelp'],
    },
    importMap: { baseDir: here },
    livePreview,
  },
  // Collections and indexes come from prepareDatabase, in sequence; built in the background they race with writes.
  db: mongooseAdapter({
    url: env.mongodbUri,
    connectOptions: { dbName: env.database, autoIndex: false, autoCreate: false },
  }),
  onInit: prepareDatabase,
  email: noMail,
  editor: articleEditor,
  secret: env.payloadSecret,
  cookiePrefix: 'claimdesk-cms',
  cors: [env.publicOrigin],
  csrf: [env.publicOrigin],
  sharp,
  upload: {
    abortOnLimit: true,
    limits: { fileSize: largestUpload, files: 1 },
    responseOnLimit: 'The file is larger than 5 MB.',
  },
  maxDepth: 3,
  // Scheduled publishing is run by the site, which stays up while the CMS is down; nobody starts it from outside.
  jobs: { access: { run: () => false, queue: () => false, cancel: () => false } },
  graphQL: { disable: true },
  // Refusals of the CMS are everyday events; their sentences are for the person who asked, not for the log.
  loggingLevels: { APIError: 'info' },
  telemetry: false,
  typescript: { outputFile: path.join(here, 'payload-types.ts') },
});
