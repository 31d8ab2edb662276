import { useHydrated } from './hydrated.ts';

/**
 * Says that an answer goes on by itself, and switches that off. Its place is kept free from the first paint where the
 * browser runs script, and it is shown once that script is there.
 */
export function AutoAdvanceSwitch({ on, onSwitch }: { on: boolean; onSwitch: (on: boolean) => void }) {
  const hydrated = useHydrated();
  return (
    <label className={hydrated ? 'check auto-advance ready' : 'check auto-advance'}>
      <input type="checkbox" checked={on} onChange={({ currentTarget }) => onSwitch(currentTarget.checked)} />
      <span>Go to the next question when I click or tap an answer</span>
    </label>
  );
}
