/** Own drawings, each of a handful of strokes on a ground of 160 by 136. Their colours are the scheme's tokens. */
export const drawings = {
  /** Somebody who is heard. */
  listening: (
    <>
      <path className="fill-teal" d="M24 124c0-30 12-44 33-44s32 16 34 44Z" />
      <circle className="fill-paper" cx="57" cy="60" r="18" />
      <path
        className="fill-ink"
        d="M39 61c-2-18 8-26 19-25 12 0 20 9 17 23-5-8-10-10-16-11-5 5-12 7-20 13Z"
      />
      <path d="M51 63v.5M63 63v.5M52 70c3 3 7 3 10 0" />
      <path
        className="fill-paper"
        d="M94 28h38a7 7 0 0 1 7 7v24a7 7 0 0 1-7 7h-24l-10 10V66h-4a7 7 0 0 1-7-7V35a7 7 0 0 1 7-7Z"
      />
      <path d="M99 42h28M99 52h18" />
    </>
  ),
  /** Forms and letters. */
  papers: (
    <>
      <path className="fill-teal" d="m54 24 56-7 11 80-56 8Z" />
      <path className="fill-paper" d="M40 32h52l14 14v68H40Z" />
      <path d="M92 32v14h14M52 60h42M52 72h42M52 84h24" />
      <path className="fill-clay" d="m89 104 30-37 8 6-30 38-11 5Z" />
    </>
  ),
  /** A day that must not be missed. */
  calendar: (
    <>
      <path className="fill-paper" d="M34 38h92v76H34Z" />
      <path className="fill-teal" d="M34 38h92v20H34Z" />
      <path d="M56 30v14M104 30v14M48 72h8M68 72h8M88 72h8M108 72h8M48 86h8M68 86h8M48 100h8M68 100h8" />
      <circle className="fill-sun" cx="100" cy="93" r="12" />
      <path d="m94 93 4 4 8-8" />
    </>
  ),
  /** The judge's table. */
  hearing: (
    <>
      <path className="fill-ink" d="M46 86c2-22 14-32 34-32s32 10 34 32Z" />
      <path className="fill-paper" d="m70 55 10 13 10-13" />
      <circle className="fill-paper" cx="80" cy="39" r="16" />
      <path
        className="fill-clay"
        d="M64 40c-3-14 6-22 17-22 11 1 18 10 15 22-4-7-9-10-14-11-5 5-10 7-18 11Z"
      />
      <path d="M75 42v.5M86 42v.5M76 48c3 2 6 2 9 0" />
      <path className="fill-paper" d="M20 84h120v12H20Z" />
      <path className="fill-teal" d="M28 96h104v28H28Z" />
      <path className="fill-paper" d="M62 103h36v13H62Z" />
      <path d="M122 84c0-11-3-17-10-20M112 64l-5-3" />
    </>
  ),
  /** What a doctor writes down. */
  doctor: (
    <>
      <path className="fill-paper" d="M42 28h76v92H42Z" />
      <path className="fill-teal" d="M66 21h28v14H66Z" />
      <path
        className="fill-clay"
        d="M80 80C64 69 60 63 60 57a10 10 0 0 1 20-4 10 10 0 0 1 20 4c0 6-4 12-20 23Z"
      />
      <path d="M56 94h48M56 106h32" />
    </>
  ),
  /** Outline after the state's corners, read off a map by hand. */
  newJersey: (
    <>
      <path
        className="fill-teal"
        d="m89 10 29 17-5 14-6 3-3 7 10 1 1 9-4 24-12 19-16 20h-3l2-11-9-1-14-13-1-7 5-9 10-4 6-7 9-5-8-9-4-9-5-3v-8l5-5-3-5Z"
      />
      <circle className="fill-sun" cx="96" cy="70" r="8" />
      <path d="M124 96c5-3 8-3 12 0M120 108c5-3 8-3 12 0" />
    </>
  ),
  /** A call that is answered. */
  phone: (
    <>
      <path
        className="fill-paper"
        d="M56 20h42a8 8 0 0 1 8 8v84a8 8 0 0 1-8 8H56a8 8 0 0 1-8-8V28a8 8 0 0 1 8-8Z"
      />
      <path className="fill-teal" d="M58 88c0-13 8-19 19-19s19 6 19 19Z" />
      <circle className="fill-clay" cx="77" cy="54" r="11" />
      <path d="M70 106h14M118 50c6 9 6 22 0 31M129 41c11 15 11 34 0 49" />
    </>
  ),
  /** Being carried. */
  hands: (
    <>
      <path
        className="fill-clay"
        d="M86 68C64 52 58 44 58 34a14 14 0 0 1 28-5 14 14 0 0 1 28 5c0 10-6 18-28 34Z"
      />
      <path
        className="fill-paper"
        d="M34 84h12c9 0 14 8 22 8h16c8 0 8 11 0 11H68l16 0 34-18c8-4 14 5 7 10l-36 24c-7 4-15 4-23 1l-18-7H34Z"
      />
      <path className="fill-teal" d="M18 79h16v42H18Z" />
    </>
  ),
};
