import { useHydrated } from './hydrated.ts';

/**
 * Turns auto-advance on and off. Where JavaScript is enabled, its space is reserved from the first paint (no layout
 * shift), and it becomes visible after hydration.
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
