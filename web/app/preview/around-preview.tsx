import type { PreviewOfPage } from '../context.ts';
import styleUrl from './preview.css?url';
import scriptUrl from './script-url.ts';

/** What a page has in a preview beside what visitors get: a line that says so, and the script that follows the editor. */
export function aroundPreview({ part }: PreviewOfPage, nonce: string) {
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
