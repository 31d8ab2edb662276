/**
 * @returns a wait such as `45 seconds`, `12 minutes` or `3 days`: rounded up, so that waiting that long is
 * always enough.
 */
export function formatWait(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  if (seconds < 60) return pluralize(seconds, 'second');
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return pluralize(minutes, 'minute');
  const hours = Math.ceil(minutes / 60);
  return hours < 48 ? pluralize(hours, 'hour') : pluralize(Math.ceil(hours / 24), 'day');
}

function pluralize(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
