/** When a page was last changed, on the firm's own calendar, and as of when its figures hold. */
export function UpdatedLine({ isoUpdated, asOf }: { isoUpdated: string; asOf: string }) {
  const day = new Date(isoUpdated).toLocaleDateString('en-US', { timeZone: 'America/New_York' });
  return (
    <>
      Last updated <time dateTime={isoUpdated}>{day}</time>
      {`. Figures as of ${asOf}.`}
    </>
  );
}
