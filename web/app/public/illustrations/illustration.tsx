import type { IllustrationName } from '#web/app/ui/files/content-types.ts';
import { IllustrationFrame, signpost } from './illustration-frame.tsx';

/** One of the illustrations that editors choose from. */
export function Illustration({ name }: { name: IllustrationName }) {
  return <IllustrationFrame>{illustrations[name]}</IllustrationFrame>;
}

/** Each is a handful of strokes on a canvas of 160 by 136. Their colors are the theme's tokens. */
const illustrations: Record<IllustrationName, React.ReactElement> = {
  /** A person being listened to. */
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
  /** A question that is answered. */
  question: (
    <>
      <path
        className="fill-paper"
        d="M42 20h76a10 10 0 0 1 10 10v52a10 10 0 0 1-10 10H84l-20 20V92H42a10 10 0 0 1-10-10V30a10 10 0 0 1 10-10Z"
      />
      <path d="M66 46c0-16 28-16 28 0 0 11-14 10-14 20M80 77v.5" />
      <path
        className="fill-teal"
        d="M104 84h28a7 7 0 0 1 7 7v16a7 7 0 0 1-7 7h-4v10l-11-10h-13a7 7 0 0 1-7-7V91a7 7 0 0 1 7-7Z"
      />
      <path d="m110 99 6 6 11-11" />
    </>
  ),
  /** What clients say. */
  quotes: (
    <>
      <path
        className="fill-teal"
        d="M30 22h62a9 9 0 0 1 9 9v32a9 9 0 0 1-9 9H56L42 86V72H30a9 9 0 0 1-9-9V31a9 9 0 0 1 9-9Z"
      />
      <path d="M36 40h50M36 54h32" />
      <path
        className="fill-paper"
        d="M84 60h44a9 9 0 0 1 9 9v28a9 9 0 0 1-9 9h-6v14l-15-14H84a9 9 0 0 1-9-9V69a9 9 0 0 1 9-9Z"
      />
      <path
        className="fill-clay"
        d="M106 97c-11-8-15-12-15-17a7 7 0 0 1 15-2 7 7 0 0 1 15 2c0 5-4 9-15 17Z"
      />
    </>
  ),
  /** People working together. */
  team: (
    <>
      <path className="fill-clay" d="M16 120c0-21 9-32 24-32s24 11 24 32Z" />
      <circle className="fill-paper" cx="40" cy="70" r="14" />
      <path className="fill-ink" d="M26 70c-1-13 6-19 14-19 9 0 15 7 13 17-5-6-8-7-12-8-4 5-8 7-15 10Z" />
      <path className="fill-paper" d="M96 120c0-21 9-32 24-32s24 11 24 32Z" />
      <circle className="fill-paper" cx="120" cy="70" r="14" />
      <path className="fill-ink" d="M106 70c-1-13 6-19 14-19 9 0 15 7 13 17-5-6-8-7-12-8-4 5-8 7-15 10Z" />
      <path className="fill-teal" d="M50 120c0-26 11-39 30-39s30 13 30 39Z" />
      <circle className="fill-paper" cx="80" cy="58" r="17" />
      <path className="fill-ink" d="M63 59c-2-17 8-25 18-24 11 0 18 9 16 22-5-8-9-9-15-10-4 5-10 7-19 12Z" />
      <path d="M75 61v.5M86 61v.5M76 67c3 3 6 3 9 0" />
    </>
  ),
  /** The book of listings. */
  book: (
    <>
      <path
        className="fill-paper"
        d="M80 40c-13-10-32-12-56-10v74c24-2 43 0 56 10 13-10 32-12 56-10V30c-24-2-43 0-56 10Z"
      />
      <path className="fill-teal" d="M80 40c-13-10-32-12-56-10v74c24-2 43 0 56 10Z" />
      <path d="M40 48c9 0 17 1 24 4M40 64c9 0 17 1 24 4M40 80c9 0 17 1 24 4M95 69c5-2 10-3 15-3M95 85c8-3 17-4 26-4" />
      <path className="fill-clay" d="M108 31v28l8-6 8 6V30Z" />
    </>
  ),
  /** One step after the other. */
  stairs: (
    <>
      <path className="fill-teal" d="M18 118v-15h25V87h25V71h25V55h25V39h25v79Z" />
      <path d="M130 39V10" />
      <path className="fill-sun" d="M130 11h-24l6 8-6 8h24Z" />
      <circle className="fill-paper" cx="55" cy="44" r="9" />
      <path d="M55 53v20M55 73l-7 14M55 73l8 14M55 60l-10 8M55 60l11 4" />
    </>
  ),
  /** What is sent ahead of the rest. */
  fast: (
    <>
      <path className="fill-paper" d="M52 38h84v60H52Z" />
      <path className="fill-teal" d="m52 38 42 34 42-34Z" />
      <path d="M18 50h22M10 68h30M22 86h18" />
      <circle className="fill-sun" cx="128" cy="98" r="17" />
      <path d="M128 88v10l7 5" />
    </>
  ),
  /** Money that comes every month. */
  coins: (
    <>
      <path className="fill-paper" d="M22 32h96v56H22Z" />
      <path className="fill-teal" d="M22 32h96v14H22Z" />
      <path d="M34 60h44M34 74h28" />
      <path className="fill-sun" d="M92 84v26c0 6 9 10 21 10s21-4 21-10V84Z" />
      <ellipse className="fill-sun" cx="113" cy="84" rx="21" ry="9" />
      <path d="M92 97c0 5 9 9 21 9s21-4 21-9" />
    </>
  ),
  /** A person who can still walk, but not as before. */
  cane: (
    <>
      <path d="M64 92v30M86 92v30" />
      <path className="fill-teal" d="M50 96c0-28 8-44 25-44s25 16 25 44Z" />
      <circle className="fill-paper" cx="75" cy="34" r="17" />
      <path className="fill-clay" d="M58 35c-2-17 8-25 18-24 11 0 18 9 16 22-5-8-9-9-15-10-4 5-10 7-19 12Z" />
      <path d="M71 37v.5M81 37v.5M72 43c3 2 5 2 8 0M92 66c8 8 13 11 19 12" />
      <path d="M122 122V84c0-10-14-10-14 0" />
    </>
  ),
  /** Two things weighed against each other. */
  balance: (
    <>
      <path d="M80 30v86M56 118h48M36 44h88M36 44 20 80M36 44l16 36M124 44l-16 36M124 44l16 36" />
      <circle className="fill-sun" cx="80" cy="30" r="8" />
      <path className="fill-teal" d="M14 80h44c-2 13-11 20-22 20S16 93 14 80Z" />
      <path className="fill-clay" d="M102 80h44c-2 13-11 20-22 20s-20-7-22-20Z" />
    </>
  ),
  /** People in many places. */
  pins: (
    <>
      <path d="M46 92c6 15 16 24 32 28M116 90c-5 15-14 25-30 30" />
      <path className="fill-clay" d="M44 92C31 77 26 69 26 60a18 18 0 0 1 36 0c0 9-5 17-18 32Z" />
      <circle className="fill-paper" cx="44" cy="60" r="6.5" />
      <path className="fill-teal" d="M118 90c-13-15-18-23-18-32a18 18 0 0 1 36 0c0 9-5 17-18 32Z" />
      <circle className="fill-paper" cx="118" cy="58" r="6.5" />
      <path className="fill-sun" d="M81 122C70 109 66 102 66 94a15 15 0 0 1 30 0c0 8-4 15-15 28Z" />
      <circle className="fill-paper" cx="81" cy="94" r="5.5" />
    </>
  ),
  /** Something that is looked for. */
  search: (
    <>
      <path className="fill-paper" d="M34 20h62v94H34Z" />
      <path d="M46 38h38M46 52h24M46 66h18M46 80h16" />
      <path className="fill-clay" d="m111 96 7-7 24 24-7 7Z" />
      <circle className="fill-teal" cx="97" cy="74" r="25" />
      <path d="M84 70c1-6 5-10 11-11" />
    </>
  ),
  /** Where to go from here. */
  signpost,
  /** Private records. */
  lock: (
    <>
      <path d="M58 60V44a22 22 0 0 1 44 0v16" />
      <path className="fill-teal" d="M42 60h76v56H42Z" />
      <circle className="fill-sun" cx="80" cy="82" r="8" />
      <path d="M80 90v12" />
    </>
  ),
  /** A back that hurts. */
  spine: (
    <>
      <path
        className="fill-teal"
        d="M40 122c4-22 4-36 0-54 4-12 18-15 26-17v-9h28v9c8 2 22 5 26 17-4 18-4 32 0 54Z"
      />
      <circle className="fill-ink" cx="80" cy="28" r="17" />
      <path className="fill-paper" d="M73 54h14v9H73ZM73 68h14v9H73ZM73 82h14v9H73ZM73 110h14v9H73Z" />
      <path className="fill-clay" d="M72 96h16v9H72Z" />
      <path d="m98 96 8-5M99 102h9M62 96l-8-5M61 102h-9" />
    </>
  ),
  /** A hearing by video. */
  screen: (
    <>
      <path className="fill-paper" d="M22 26h116v76H22Z" />
      <path className="fill-teal" d="M32 36h96v56H32Z" />
      <path className="fill-paper" d="M56 92c0-16 9-24 24-24s24 8 24 24Z" />
      <circle className="fill-clay" cx="80" cy="57" r="13" />
      <path d="M80 102v14M54 118h52" />
    </>
  ),
  /** Time that a claim takes. */
  clock: (
    <>
      <circle className="fill-paper" cx="80" cy="68" r="48" />
      <path className="fill-teal" d="M80 68V20a48 48 0 0 1 41.6 72Z" />
      <path d="M80 28v5M80 103v5M40 68h5M115 68h5M80 38v30l20 12" />
      <circle className="fill-sun" cx="80" cy="68" r="5" />
    </>
  ),
  /** A health card. */
  card: (
    <>
      <path
        className="fill-paper"
        d="M24 34h98a8 8 0 0 1 8 8v52a8 8 0 0 1-8 8H24a8 8 0 0 1-8-8V42a8 8 0 0 1 8-8Z"
      />
      <path className="fill-teal" d="M16 52V42a8 8 0 0 1 8-8h98a8 8 0 0 1 8 8v10Z" />
      <path d="M30 68h44M30 84h28" />
      <circle className="fill-clay" cx="112" cy="92" r="25" />
      <path className="fill-paper" d="M107 77h10v10h10v10h-10v10h-10V97H97V87h10Z" />
    </>
  ),
};
