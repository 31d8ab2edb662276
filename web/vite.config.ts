import { fileURLToPath } from 'node:url';
import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [reactRouter()],
  build: {
    // The content policy allows fonts and styles from files only, so nothing is inlined.
    assetsInlineLimit: 0,
    target: 'es2022',
  },
  resolve: {
    alias: [
      // The parts of rjsf that no form of ours uses: half of its size.
      { find: 'fast-uri', replacement: ours('forms/resolve-uri.ts') },
      { find: /^\.\/shallowAllOfMerge\.js$/, replacement: ours('forms/merge-all-of.ts') },
      { find: 'markdown-to-jsx/react', replacement: ours('forms/plain-text.tsx') },
      { find: /^\.\.\/getDefaultRegistry\.js$/, replacement: ours('forms/default-registry.ts') },
    ],
  },
  // Our own packages are TypeScript sources: the server build takes them in instead of importing them. So it does with
  // rjsf, for the server must draw forms from the very parts that the browser has.
  ssr: { noExternal: [/^@claimdesk\//, /^@rjsf\//] },
});

function ours(path: string): string {
  return fileURLToPath(new URL(`app/${path}`, import.meta.url));
}
