import { type ComponentType, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { SlotContext } from './islands/slot.tsx';
import { IdentityPage } from './routes/client-portal/identity/identity-page.tsx';
import { StepPages } from './routes/intake/steps/step-pages.tsx';

/** By the name that `Island` gives them. */
export const islands = { step: StepPages, identity: IdentityPage };

for (const place of document.querySelectorAll<HTMLElement>('[data-island]')) {
  const { island, props = '{}' } = place.dataset;
  const Content = islands[island as keyof typeof islands] as ComponentType;
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
