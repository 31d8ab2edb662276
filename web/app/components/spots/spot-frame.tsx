/** The ground and the line style of a small drawing; decoration, so it has no text alternative. */
export function SpotFrame({ children }: { children: React.ReactNode }) {
  return (
    <svg className="drawing spot" viewBox="0 0 160 136" aria-hidden="true" focusable="false">
      <path className="wash" d="M10 96C0 56 28 14 78 10s82 28 76 70-40 46-78 48-60-6-66-32Z" />
      <g className="lines">{children}</g>
    </svg>
  );
}
