import { resultsId, resultsPath } from './addresses.ts';
import type { Directory } from './directory-types.ts';
import outlines from './state-map.json' with { type: 'json' };

type Code = keyof typeof outlines;

const codes = Object.keys(outlines) as Code[];

/**
 * The 50 states, each a link with its name and its number of attorneys. A state without any has a page too, which says
 * what to do instead. CSS alone shows a state's label while it is hovered, focused or selected, and hides the map on a
 * phone, where a fingertip covers five states.
 */
export function StateMap({ directory: { state, states, q, zip } }: { directory: Directory }) {
  const counts = new Map<string, number>(states.map(({ code, count }) => [code, count]));
  const selected = codes.find((code) => code === state?.code);
  return (
    <section className="state-map" aria-labelledby="map-title">
      <h2 id="map-title">Choose your state on the map</h2>
      <a className="visually-hidden skip-map" href={`#${resultsId}`}>
        Skip the map
      </a>
      {/* biome-ignore lint/a11y/useSemanticElements: a group of links that are drawn; a fieldset can't stand in for it */}
      <svg viewBox="0 0 1080 690" role="group" aria-labelledby="map-title">
        {codes.map((code) => {
          const count = counts.get(code);
          return (
            <a
              className={count ? 'state' : 'state of-none'}
              href={resultsPath({ state: code, q, zip })}
              aria-current={code === selected ? 'true' : undefined}
              key={code}
            >
              <path d={outlines[code].shape} />
              <text className="state-label">
                {`${outlines[code].name}: ${count ? attorneysInWords(count) : 'none listed'}`}
              </text>
            </a>
          );
        })}
        {selected ? <SelectionMark code={selected} /> : null}
      </svg>
    </section>
  );
}

/** A thicker outline and a check mark over all neighbors, so that the choice shows without color. */
function SelectionMark({ code }: { code: Code }) {
  const { shape, x, y } = outlines[code];
  return (
    <g className="state-mark">
      <path className="mark-outline" d={shape} />
      <g transform={`translate(${x} ${y})`}>
        <g className="mark-tick">
          <circle className="mark-ground" r="15" />
          <path className="mark-line" d="m-7 0 5 5 9-10" />
        </g>
      </g>
    </g>
  );
}

/** @returns `1 attorney`, `1,200 attorneys`. */
function attorneysInWords(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'attorney' : 'attorneys'}`;
}
