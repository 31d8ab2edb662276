import { join } from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';

/** What every page with script has, and the slots of islands. */
const reactParts =
  /rolldown.runtime|preload-helper|\/node_modules\/(react|react-dom|scheduler)\/|\/web\/app\/ui\/(islands\/slot|forms\/hydrated)\.tsx?$/;
/** Fields, what is around them, dates, and buttons that need script: small, and most pages with script have some of it. */
const fieldParts =
  /\/forms\/(calendar|eastern-time|typed-date)\.ts$|\/web\/app\/(ui\/(components\/(toast(-card)?|phone-link|copy-button|reference)|forms\/(error-summary|field|field-ids|checkbox-widget|select-widget|text-widgets|format-phone|caret|characters-left|date-widget|masked-field|is-typed)|islands\/page-data|sending\/[\w-]+|not-a-robot\/(robot-check|use-proof)|session\/session-channel)|public\/(parts\/print-button|intake\/(addresses|sent\/redirect-notice|saved-answers\/birth-fields)))\.tsx?$/;
/** Forms that are drawn from their schema: a page with such a form needs all of it. */
const schemaFormParts =
  /\/web\/app\/ui\/forms\/(json-form|lazy-validator|uri)\.tsx?$|\/forms\/(browser-validator|messages)\.ts$|\/node_modules\/@rjsf\//;
/** The steps of forms that visitors fill in. */
const stepParts =
  /\/web\/app\/public\/intake\/(notices|contract\/(agreement-text|step-parts)|shared-computer|steps\/(step-pages|step-page|step-form|use-steps|use-autosave|prefilled-answers))\.tsx?$/;
/** Nearly every page of React Router shows these. None has styles of its own, which content pages would load as a second sheet. */
const frameParts =
  /\/node_modules\/react-router\/|\/web\/app\/(ui\/(components\/(icons|header-bar|help-block|hours-line|call-us)|pages\/(layout-data|navigation|hydration|page-meta))|public\/(frame\/(site-frame|error-page|search-form)|illustrations\/illustration-frame|parts\/quick-links))\.tsx?$/;
/** What the pages around a login share. */
const identityParts =
  /\/web\/app\/(portal\/identity\/identity-(page|form)|ui\/forms\/identity-submit)\.tsx?$/;
/** What pages of the portal and the back office have around them. */
const sessionParts =
  /\/web\/app\/(ui\/(session\/[\w-]+|components\/dialog)|portal\/(portal|confirm-first|too-many-downloads|client-session))\.tsx?$/;
/** What the portal's pages for a client's own details share. */
const profileParts =
  /\/web\/app\/portal\/profile\/(profile-page|profile-words|change-form|entry-list|entries-page)\.tsx?$/;
/** What its dashboard, claim and downloads share. */
const claimParts =
  /\/(web\/app\/(ui\/(claim-words|files\/documents)|portal\/claim\/claim-words)|api\/casework\/(claims\/claim-steps|downloads\/download-names))\.ts$/;

export default defineConfig({
  plugins: [reactRouter()],
  // Only the browser's build has rjsf in it: the server imports it as it is.
  resolve: { alias: { 'fast-uri': join(import.meta.dirname, 'app/ui/forms/uri.ts') } },
  build: {
    // The content policy allows fonts and styles from files only, so nothing is inlined.
    assetsInlineLimit: 0,
    target: 'es2022',
    // The server finds the script of islands by it.
    manifest: true,
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // Besides React Router's own: the script of pages that hydrate no more than an island.
          input: ['app/entry.islands.tsx'],
          output: {
            // Parts that are loaded together anyway compress better together, and are one request.
            codeSplitting: {
              groups: [
                { name: 'react', test: reactParts, priority: 6 },
                { name: 'fields', test: fieldParts, priority: 5 },
                { name: 'frame', test: frameParts, priority: 4 },
                { name: 'schema-form', test: schemaFormParts, priority: 2 },
                { name: 'steps', test: stepParts, priority: 1 },
                { name: 'identity', test: identityParts, priority: 1 },
                { name: 'session', test: sessionParts },
                { name: 'profile', test: profileParts },
                { name: 'claim', test: claimParts },
              ],
            },
          },
        },
      },
    },
    // Reads the forms from the folders beside it, so the server build imports it from there.
    ssr: {
      build: { rolldownOptions: { external: ['@claimdesk/forms/registry', '@claimdesk/forms/staff-forms'] } },
    },
  },
  // Our own packages are TypeScript sources: the server build takes them in instead of importing them.
  ssr: { noExternal: [/^@claimdesk\//] },
});
