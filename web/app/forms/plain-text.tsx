/**
 * Takes the place of the Markdown renderer that rjsf brings (vite.config.ts): hints and messages of our forms are plain
 * text, and the renderer alone would be a fifth of a form page's script.
 */
export function Markdown({ children }: { children?: React.ReactNode }) {
  return <>{children}</>;
}
