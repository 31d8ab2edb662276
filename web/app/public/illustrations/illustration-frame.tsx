/** The background and line style of a small illustration; decoration, so it has no text alternative. */
export function IllustrationFrame({ children }: { children: React.ReactNode }) {
  return (
    <svg
      className="illustration small-illustration"
      viewBox="0 0 160 136"
      aria-hidden="true"
      focusable="false"
    >
      <path className="wash" d="M10 96C0 56 28 14 78 10s82 28 76 70-40 46-78 48-60-6-66-32Z" />
      <g className="lines">{children}</g>
    </svg>
  );
}

/** Apart from the other illustrations, because the error page is part of every page's script. */
export const signpost = (
  <>
    <path className="fill-paper" d="M75 18h10v104H75Z" />
    <path className="fill-teal" d="M70 30h54l13 12-13 12H70Z" />
    <path className="fill-clay" d="M90 64H38L25 76l13 12h52Z" />
    <path d="M54 122h52M82 42h32M48 76h30" />
  </>
);
