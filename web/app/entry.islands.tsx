import { type ComponentType, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { SlotContext } from './ui/islands/slot.tsx';
import type { IslandName } from './ui/pages/hydration.ts';

/** The server finds what a page's islands import by the name of their file (`server/load-pages.ts`). */
const islands = {
  'copy-button': async () => (await import('./ui/components/copy-button.tsx')).CopyButton,
  'identity-page': async () => (await import('./portal/identity/identity-page.tsx')).IdentityPage,
  'print-button': async () => (await import('./public/parts/print-button.tsx')).PrintButton,
  'redirect-notice': async () => (await import('./public/intake/sent/redirect-notice.tsx')).RedirectNotice,
  'save-and-exit': async () => (await import('./public/intake/saved-answers/save-and-exit.tsx')).SaveAndExit,
  'step-pages': async () => (await import('./public/intake/steps/step-pages.tsx')).StepPages,
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
