import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { HydrationContext } from './ui/pages/hydration.ts';

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydrationContext value={{ nonce: '', islands: null }}>
        <HydratedRouter />
      </HydrationContext>
    </StrictMode>,
  );
});
