/// <reference types="vite/client" />
/** The one font of the site: Latin letters, all weights in one file. Preloaded, so text does not jump. */
export { default } from '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2?url';
