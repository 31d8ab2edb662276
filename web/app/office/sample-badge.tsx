/** Marks a record that the installation made up for a trial. */
export function SampleBadge({ isSample }: { isSample: boolean }) {
  return isSample ? (
    <>
      {' '}
      <span className="badge sample">Sample</span>
    </>
  ) : null;
}
