/**
 * Replaces rjsf's Markdown renderer (aliased in vite.config.ts): our hints and messages are plain text, and the renderer
 * alone would be a fifth of a form page's JavaScript.
 */
export function Markdown({ children }: { children?: React.ReactNode }) {
  return <>{children}</>;
}
