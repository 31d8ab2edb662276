import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';

/** What every page with script has. */
const reactParts = /rolldown.runtime|\/node_modules\/(react|react-dom|scheduler)\//;
/** What pages with forms have, whether React Router or an island draws them. */
const fieldParts =
  /\/web\/app\/(components\/toast(-card)?|forms\/(hydrated|error-summary|field|field-ids|checkbox-widget|select-widget|text-widgets|format-phone|caret|characters-left|date-widget)|sending\/outcome|not-a-robot\/(robot-check|use-proof)|session\/session-channel)\.tsx?$/;
/** Forms that are drawn from their schema: a page with such a form needs all of it. */
const schemaFormParts =
  /\/web\/app\/forms\/(json-form|lazy-validator)\.tsx?$|\/forms\/(browser-validator|messages)\.ts$|\/node_modules\/@rjsf\//;
/** The addresses of the forms that visitors fill in step by step, and what is said around them. */
const intakeParts =
  /\/web\/app\/(intake\/(addresses|intake-forms|notices)|routes\/(intake\/shared-computer|contract\/agreement-text))\.tsx?$/;
/** The islands, which nothing but `entry.islands.tsx` loads. */
const islandParts =
  /\/web\/app\/(islands\/(page-data|slot)|sending\/use-sending|routes\/(intake\/steps\/(step-pages|step-page|step-form|use-steps|use-autosave|brought-along)|client-portal\/identity\/identity-(page|form)|contract\/step-parts))\.tsx?$/;
/** Nearly every page of React Router shows these. None has styles of its own, which content pages would load as a second sheet. */
const frameParts =
  /\/node_modules\/react-router\/|\/web\/app\/(components\/(icons|header-bar|site-frame|help-block|error-page|illustrations\/illustration-frame|search-form|quick-links|hours-line|phone-link)|layout-data|navigation|hydration|page-meta|dates|calculators\/long-date)\.tsx?$/;
/** What pages of the portal and the back office have around them. */
const sessionParts =
  /\/web\/app\/(session\/[\w-]+|components\/dialog|routes\/client-portal\/(portal|confirm-first|too-many-downloads|client-session))\.tsx?$/;
/** What the portal's pages for a client's own details share. */
const profileParts =
  /\/web\/app\/routes\/client-portal\/profile\/(profile-page|profile-words|change-form|entry-list|entries-page)\.tsx?$/;
/** What its dashboard, claim and downloads share. */
const claimParts =
  /\/(web\/app\/(claim-words|documents)|api\/casework\/(claims\/claim-steps|downloads\/download-names))\.ts$/;

export default defineConfig({
  plugins: [reactRouter()],
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
                { name: 'intake', test: intakeParts, priority: 3 },
                { name: 'schema-form', test: schemaFormParts, priority: 2 },
                { name: 'islands', test: islandParts, priority: 1 },
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
    ssr: { build: { rolldownOptions: { external: ['@claimdesk/forms/registry'] } } },
  },
  // Our own packages are TypeScript sources: the server build takes them in instead of importing them.
  ssr: { noExternal: [/^@claimdesk\//] },
});
