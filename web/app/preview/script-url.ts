/// <reference types="vite/client" />
/** The script of previews, bundled into a file of its own: no public page loads it. */
export { default } from './follow-editor.ts?worker&url';
