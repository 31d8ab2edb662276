import { resultsId, resultsPath } from './addresses.ts';
import { attorneysInWords } from './attorneys-in-words.ts';
import type { Directory } from './directory-types.ts';
import outlines from './state-map.json' with { type: 'json' };

type Code = keyof typeof outlines;

const codes = Object.keys(outlines) as Code[];

/**
 * The 50 states (SPEC section 2). A state with attorneys is a link that says its name and how many there are. The others
 * are drawn and named under the mouse, but they are no place to go to, so neither the keyboard nor a screen reader stops
 * at them. The label is part of its state and shown by style sheet alone, while hovered, focused or selected.
 */
export function StateMap({ directory: { state, states, q } }: { directory: Directory }) {
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
          return count ? (
            <a
              className="state"
              href={resultsPath({ state: code, q })}
              aria-current={code === selected ? 'true' : undefined}
              key={code}
            >
              <path d={outlines[code].shape} />
              <text className="state-label">{`${outlines[code].name}: ${attorneysInWords(count)}`}</text>
            </a>
          ) : (
            <g className="state" key={code}>
              <path d={outlines[code].shape} />
              <text className="state-label of-none">{`${outlines[code].name}: none listed`}</text>
            </g>
          );
        })}
        {selected ? <SelectionMark code={selected} /> : null}
      </svg>
    </section>
  );
}

/** A thicker outline and a tick over all neighbours, so that the choice shows without colour. */
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
