import { type ComponentType, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { IslandName } from './hydration.ts';
import { SlotContext } from './islands/slot.tsx';

/** The server finds what a page's islands import by the name of their file (`server/load-pages.ts`). */
const islands = {
  'copy-button': async () => (await import('./components/copy-button.tsx')).CopyButton,
  'identity-page': async () =>
    (await import('./routes/client-portal/identity/identity-page.tsx')).IdentityPage,
  'print-button': async () => (await import('./components/print-button.tsx')).PrintButton,
  'redirect-notice': async () => (await import('./routes/intake/sent/redirect-notice.tsx')).RedirectNotice,
  'save-and-exit': async () => (await import('./routes/intake/saved-answers/save-and-exit.tsx')).SaveAndExit,
  'step-pages': async () => (await import('./routes/intake/steps/step-pages.tsx')).StepPages,
} satisfies Record<IslandName, () => Promise<ComponentType<never>>>;

async function hydrate(place: HTMLElement): Promise<void> {
  const { island, props = '{}' } = place.dataset;
  const Content = (await islands[island as IslandName]()) as ComponentType;
  const slots = [...place.querySelectorAll<HTMLElement>('[data-slot]')].map(({ dataset, innerHTML }) => [
    dataset.slot,
    { dangerouslySetInnerHTML: { __html: innerHTML } },
  ]);
  hydrateRoot(
    place,
    <StrictMode>
      <SlotContext value={Object.fromEntries(slots)}>
        <Content {...JSON.parse(props)} />
      </SlotContext>
    </StrictMode>,
  );
}

await Promise.all([...document.querySelectorAll<HTMLElement>('[data-island]')].map(hydrate));
