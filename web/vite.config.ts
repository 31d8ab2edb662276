import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [reactRouter()],
  build: {
    // The content policy allows fonts and styles from files only, so nothing is inlined.
    assetsInlineLimit: 0,
    target: 'es2022',
  },
  // Our own packages are TypeScript sources: the server build takes them in instead of importing them.
  ssr: { noExternal: [/^@claimdesk\//] },
});
