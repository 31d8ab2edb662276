import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';

/** Nearly every page with script shows these. None has styles of its own, which content pages would load as a second sheet. */
const frameParts =
  /\/web\/app\/(components\/(icons|header-bar|site-frame|help-block|error-page|illustrations\/illustration-frame|search-form|quick-links|hours-line|phone-link)|forms\/(hydrated|error-summary|field|field-ids|checkbox-widget|select-widget|text-widgets|format-phone|caret|characters-left)|sending\/(outcome|use-sending)|layout-data|navigation|hydration|page-meta|dates|deadline\/long-date)\.tsx?$/;
const toastParts = /\/web\/app\/components\/toast(-card)?\.tsx$/;
/** What pages of the portal and the back office have around them. */
const sessionParts =
  /\/web\/app\/(session\/[\w-]+|components\/dialog|routes\/client-portal\/(portal|confirm-first))\.tsx?$/;
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
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Parts that are loaded together anyway compress better together, and are one request.
            codeSplitting: {
              groups: [
                { name: 'frame', test: frameParts },
                { name: 'toast', test: toastParts },
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
