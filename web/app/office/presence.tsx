import { trpc } from '#web/app/trpc.ts';

const everyMs = 15_000;

/** Shows who else has the record open. @param record its kind and id. */
export function Presence({ record }: { record: `${string} ${string}` }) {
  const { data: names = [] } = trpc.staff.present.useQuery(
    { record },
    { refetchInterval: everyMs, staleTime: 0, retry: false },
  );
  return (
    <p role="status" className={names.length > 0 ? 'notice' : undefined}>
      {names.length > 0 ? `Also opened by: ${names.join(', ')}` : ''}
    </p>
  );
}
