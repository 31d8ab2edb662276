import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { easternZone } from '@claimdesk/forms/eastern-time';
import { mongooseAdapter } from '@payloadcms/db-mongodb';
import { buildConfig, type EmailAdapter, type SanitizedConfig } from 'payload';
import sharp from 'sharp';
import { redirects } from './addresses/redirects.ts';
import { articles } from './articles/articles.ts';
import { articleEditor } from './articles/editor.ts';
import { attorneys } from './attorneys/attorneys.ts';
import { auditEvents, recordChanges } from './audit-events.ts';
import { refuseControlCharacters } from './control-characters.ts';
import { databaseDeadline } from './database-deadline.ts';
import { env } from './env.ts';
import { faq } from './faq/faq.ts';
import { figures } from './figures/figures.ts';
import { offerFigures } from './figures/insert-figure.ts';
import { listings } from './listings/listings.ts';
import { writeLogLine } from './log-output.ts';
import { media } from './media/media.ts';
import { navigation } from './navigation/navigation.ts';
import { pages } from './pages/pages.ts';
import { people } from './people/people.ts';
import { prepareDatabase } from './prepare-database.ts';
import { livePreview } from './preview/live-preview.ts';
import { receipts } from './publish-checks/publish-checks.ts';
import { answerUnusable, unusableLevels } from './requests/guard-api.ts';
import { revisionLocks } from './revisions/revisions.ts';
import { trackSaves } from './revisions/track-saves.ts';
import { removeSamplesEndpoint } from './samples/samples.ts';
import { publishTask } from './scheduling/publish-task.ts';
import { site } from './site/site.ts';
import { testimonials } from './testimonials/testimonials.ts';
import { users } from './users/users.ts';

/**
 * The CMS process sends no email: admins set passwords, and nothing else here would send any. An explicit adapter keeps
 * Payload from printing emails to the console instead.
 */
const noMail: EmailAdapter = () => ({
  name: 'none',
  defaultFromAddress: 'nobody@localhost',
  defaultFromName: 'claimdesk',
  sendEmail: () => Promise.reject(new Error('The CMS does not send mail.')),
});

const here = path.dirname(fileURLToPath(import.meta.url));
const largestUpload = 5 * 1024 * 1024;

// One thread and no cache, so that processing pictures doesn't grow the memory of this process.
sharp.cache(false);
sharp.concurrency(1);

const config = buildConfig({
  collections: [
    pages,
    articles,
    faq,
    testimonials,
    people,
    listings,
    attorneys,
    figures,
    media,
    redirects,
    receipts,
    auditEvents,
    revisionLocks,
    users,
  ],
  globals: [site, navigation],
  endpoints: [removeSamplesEndpoint],
  routes: { admin: '/cms', api: '/cms/api' },
  admin: {
    user: 'users',
    avatar: 'default',
    // For the few times that Payload itself renders: they are in the browser's zone, so name it.
    dateFormat: 'MMM d, yyyy, h:mm a z',
    timezones: {
      defaultTimezone: easternZone,
      supportedTimezones: [{ label: 'Eastern time', value: easternZone }],
    },
    meta: {
      titleSuffix: ' - claimdesk',
      defaultOGImageType: 'off',
      // The site's own icon, on the same origin.
      icons: [{ rel: 'icon', type: 'image/svg+xml', url: '/favicon.svg' }],
    },
    components: {
      graphics: { Logo: '/admin/brand.tsx#Logo', Icon: '/admin/brand.tsx#Icon' },
      providers: ['/admin/inert-until-hydrated.tsx#InertUntilHydrated', '/admin/session.tsx#SessionProvider'],
      views: { login: { Component: '/admin/two-step/sign-in-page.tsx#SignInPage' } },
      beforeDashboard: [
        '/admin/brand.tsx#DashboardHeading',
        '/admin/samples/samples-notice.tsx#SamplesNotice',
        '/admin/figures/figure-notes.tsx#OverdueFigures',
      ],
    },
    importMap: { baseDir: here },
    livePreview,
  },
  // prepareDatabase creates collections and indexes in sequence; built in the background they race with writes.
  db: mongooseAdapter({
    url: env.mongodbUri,
    connectOptions: {
      dbName: env.database,
      autoIndex: false,
      autoCreate: false,
      // The driver waits for a lost connection by itself. Mongoose would wait for a first one, which never comes again, when
      // the clock is put forward between two heartbeats.
      bufferCommands: false,
      ...databaseDeadline,
    },
  }),
  plugins: [trackSaves, recordChanges, refuseControlCharacters, offerFigures],
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
  // The site runs scheduled publishing, even while the CMS is down; no request may start it.
  jobs: { tasks: [publishTask], access: { run: () => false, queue: () => false, cancel: () => false } },
  graphQL: { disable: true },
  // Payload's own writes each line at once, and waits for as long as nobody reads it.
  logger: { options: {}, destination: { write: (line) => writeLogLine(line.trimEnd()) } },
  // Refusals are everyday events; their messages are for the person who made the request, not for the log.
  loggingLevels: { APIError: 'info', AuthenticationError: 'info', LockedAuth: 'info', ...unusableLevels },
  hooks: { afterError: [answerUnusable] },
  telemetry: false,
  typescript: {
    outputFile: path.join(here, 'payload-types.ts'),
    // Each time takes seconds: scripts and tests, which are not in production either, must not do it.
    autoGenerate: process.env.NODE_ENV === 'development',
  },
});

export default config.then(closeUnusedCalls);

/** Removes Payload's endpoints for versions from collections without versions, where they would fail. */
function closeUnusedCalls(complete: SanitizedConfig): SanitizedConfig {
  for (const collection of complete.collections) {
    if (collection.versions || !collection.endpoints) continue;
    collection.endpoints = collection.endpoints.filter(({ path }) => !path.startsWith('/versions'));
  }
  return complete;
}
