import { type Check, hitsInARow, type Place, waitMs } from '../publish-checks/receipt.ts';
import { askCms } from './ask-cms.ts';

export interface Progress {
  /** Paths at which it was found. */
  found: string[];
  /** Whether it takes longer than it should. */
  late: boolean;
  check: Check | null;
}

interface Publication {
  id: string;
  at: string;
  places: Place[];
}

const betweenLooksMs = 250;
const lateAfterMs = 4_000;
/** A receipt that appears within this time after a click belongs to that click. */
const clickCountsMs = 30_000;
let clickedAt = 0;

if (typeof document !== 'undefined') {
  // Publish and Unpublish are Payload's own buttons; only the time of the click matters here.
  document.addEventListener(
    'click',
    (event) => {
      const button = event.target instanceof Element ? event.target.closest('button') : null;
      if (button && /publish|confirm/i.test(`${button.id} ${button.textContent}`)) clickedAt = Date.now();
    },
    { capture: true },
  );
}

/** Polls the public pages, as visitors get them, until each shows the change, and stores the result. */
export async function watchPublication(
  { id, at, places }: Publication,
  report: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<void> {
  const begun = Date.now();
  // An old, unchecked receipt doesn't belong to this click.
  const clicked =
    begun - clickedAt < clickCountsMs && Math.abs(begun - Date.parse(at)) < clickCountsMs ? clickedAt : null;
  const firstSeen = new Map<string, number>();
  const inARow = new Map<string, number>();
  const isDone = ({ path }: Place) => (inARow.get(path) ?? 0) >= hitsInARow;
  while (!signal.aborted && !places.every(isDone) && Date.now() - begun < waitMs) {
    await Promise.all(
      places
        .filter((place) => !isDone(place))
        .map(async (place) => {
          const hit = await shows(place).catch(() => false);
          inARow.set(place.path, hit ? (inARow.get(place.path) ?? 0) + 1 : 0);
          if (!hit) firstSeen.delete(place.path);
          else if (!firstSeen.has(place.path)) firstSeen.set(place.path, Date.now());
        }),
    );
    const found = places.filter(isDone).map(({ path }) => path);
    report({ found, late: Date.now() - begun > lateAfterMs, check: null });
    await new Promise((resolve) => setTimeout(resolve, betweenLooksMs));
  }
  if (signal.aborted) return;
  const missing = places.filter((place) => !isDone(place)).map(({ path }) => path);
  const ms = clicked && missing.length === 0 ? Math.max(0, ...firstSeen.values()) - clicked : null;
  const check = await store(id, { ms, missing });
  report({ found: [...firstSeen.keys()], late: false, check });
}

/** @returns whether the page is as expected, requested without caches and without the editor's cookies. */
async function shows({ path, marker, expects, to }: Place): Promise<boolean> {
  const answer = await fetch(path, { cache: 'no-store', credentials: 'omit' });
  if (expects === 'moved') return answer.ok && new URL(answer.url).pathname === to;
  const text = await answer.text();
  const found = answer.ok && (marker === null || text.includes(marker));
  if (expects === 'there') return found;
  // A removed page may be missing, or redirect because an editor set that up.
  return marker === null ? answer.status === 404 || answer.redirected : answer.ok && !found;
}

async function store(id: string, found: Omit<Check, 'at'>): Promise<Check> {
  const check = { ...found, at: new Date().toISOString() };
  await askCms(`receipts/${id}/check`, 'POST', found).catch(() => {});
  return check;
}
