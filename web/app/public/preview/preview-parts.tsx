/// <reference types="vite/client" />
import type { PreviewOfPage } from '#web/app/context.ts';
// Bundled into a file of its own: no public page loads it.
import scriptUrl from './follow-editor.ts?worker&url';
import styleUrl from './preview.css?url';

/** What a previewed page has beyond the public one: a line that says so, and the script that follows the editor. */
export function previewParts({ part }: PreviewOfPage, nonce: string) {
  return {
    head: (
      <>
        <meta name="robots" content="noindex" />
        <link rel="stylesheet" href={styleUrl} />
      </>
    ),
    top: (
      <div className="preview-line" role="status" id="preview-line">
        Preview. This is not public.
      </div>
    ),
    script: <script src={scriptUrl} nonce={nonce} defer data-part={part ?? undefined} id="preview-script" />,
  };
}
