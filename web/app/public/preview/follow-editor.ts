import { patch } from './patch.ts';

/** A fast typist presses a key every 100 ms; the page updates after a short pause. */
const restMs = 200;
const notReached = 'The preview could not be updated. It tries again with your next change.';
const noForms = 'This is a preview: forms send nothing here.';

const { origin, pathname, search } = window.location;
let token = new URLSearchParams(search).get('token') ?? '';
/** What the editor's form held last; nothing before its first message. */
let latest: unknown;
let waiting: number | undefined;
let asking = false;
let changed = false;

/** The server draws the page from what is not saved yet, with the same parts as the public one. */
async function update(): Promise<void> {
  if (asking) return;
  asking = true;
  while (changed) {
    changed = false;
    say(await ask().catch(() => notReached));
  }
  asking = false;
}

/** @returns a sentence for the editor when the page could not be drawn. */
async function ask(): Promise<string | undefined> {
  const answer = await fetch(`${pathname}?token=${encodeURIComponent(token)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ data: latest }),
  });
  if (!answer.ok) return (await answer.json()).message;
  token = answer.headers.get('x-preview-token') ?? token;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  document.title = page.title;
  patch(document.body, page.body);
  return undefined;
}

function say(sentence: string | undefined): void {
  const line = document.getElementById('preview-line');
  if (line && sentence) line.textContent = sentence;
}

function soon(): void {
  changed = true;
  window.clearTimeout(waiting);
  waiting = window.setTimeout(update, restMs);
}

// What the admin posts: the form after each change, and that another document was saved, such as a picture on this page.
window.addEventListener('message', ({ origin: from, data }: MessageEvent) => {
  if (from !== origin) return;
  if (data?.type === 'payload-live-preview') latest = data.data;
  else if (data?.type !== 'payload-document-event') return;
  if (latest) soon();
});

// Public pages refuse to be framed, so links open in a new tab.
document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.getAttribute('href')?.startsWith('#')) return;
  event.preventDefault();
  openBeside(link.href);
});
/** The admin's frame is a sandbox, which new tabs of its own inherit and public pages refuse; so the admin opens it. */
function openBeside(href: string): void {
  const link = window.parent.document.createElement('a');
  Object.assign(link, { href, target: '_blank', rel: 'noopener' });
  link.click();
}

document.addEventListener('submit', (event) => {
  event.preventDefault();
  say(noForms);
});

const part = document.getElementById(document.getElementById('preview-script')?.dataset.part ?? '');
part?.closest('details')?.setAttribute('open', '');
part?.scrollIntoView({ block: 'center' });

// Only now does the admin begin to post.
(window.opener ?? window.parent).postMessage({ type: 'payload-live-preview', ready: true }, origin);
