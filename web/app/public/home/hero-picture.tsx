/**
 * Two people at one table, one explaining a document to the other: the help that the firm gives. Drawn by us, in the
 * line style of the icons; decoration, so it has no text alternative.
 */
export function HeroPicture() {
  return (
    <svg className="illustration hero-picture" viewBox="0 0 480 380" aria-hidden="true" focusable="false">
      <path className="wash" d="M34 330C10 210 74 58 214 40s250 70 246 190-26 110-92 116-322 20-334-16Z" />
      <g className="lines">
        <path className="fill-paper" d="M176 66h128v104H176z" />
        <path d="M240 66v104M176 118h128" />
        <circle className="fill-sun" cx="276" cy="94" r="13" />
        <path d="M178 156c16-14 32-14 46-4 12-12 30-12 40-2 12-8 26-6 38 4" />

        <path d="M402 262c0-34-4-62-4-88M398 196c-16-4-26-16-26-32 16 2 26 14 26 32ZM399 214c18-4 28-16 30-34-18 2-30 16-30 34ZM397 172c-8-12-8-24 0-36 9 12 9 24 0 36Z" />
        <path className="fill-clay" d="M384 262h36l-5 36h-26z" />

        <circle className="fill-paper" cx="138" cy="158" r="33" />
        <path d="M128 160v1M150 160v1M130 172c5 6 13 6 18 0" />
        <path
          className="fill-ink"
          d="M105 160c-4-34 16-46 36-44 20 0 34 14 30 40-8-14-20-18-30-20-10 8-24 12-36 24Z"
        />
        <path className="fill-teal" d="M82 298c0-66 22-102 56-102s58 34 62 102Z" />
        <path d="M122 200c4 12 28 12 32 0M200 298c-2-30-6-46-14-62" />

        <circle className="fill-paper" cx="318" cy="170" r="31" />
        <path d="M303 174v1M324 174v1M306 185c4 5 11 5 15 0" />
        <path
          className="fill-clay"
          d="M289 166c-2-28 12-42 30-42 22 0 34 18 31 52 8 18 2 34-10 40 4-22-2-42-14-54-10 6-24 8-37 4Z"
        />
        <path className="fill-paper" d="M262 298c2-58 22-94 56-94s52 36 56 94Z" />
        <path d="M303 208c4 10 24 10 30 0M272 298c0-22 4-36 12-50" />

        <path className="fill-paper" d="M52 298h376v14H52zM92 312v48M388 312v48" />
        <path className="fill-paper" d="m206 292 14-42h58l-12 42z" />
        <path d="M228 262h36M225 271h32M222 280h22" />
        <path d="M186 236c-8 20-2 40 20 44l16-8M284 248c-2 14-10 22-22 22" />
        <path
          className="fill-paper"
          d="M62 268h26v30H62zM88 274c10-2 12 16 0 16M70 258c-3-5 3-7 0-12M80 258c-3-5 3-7 0-12"
        />
      </g>
    </svg>
  );
}
