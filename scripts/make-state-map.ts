import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Makes state-map.json, the 50 states as SVG outlines in a view box of 1080 by 690, from the file
 * `states-albers-10m.json` of the npm package us-atlas 3.0.1 (ISC license; borders by the U.S. Census Bureau, public
 * domain), whose points are projected already (Albers, Alaska and Hawaii set in):
 *
 *     npm pack us-atlas@3.0.1 && tar xzf us-atlas-3.0.1.tgz
 *     node scripts/make-state-map.ts package/states-albers-10m.json
 *
 * Needed again only if a border changes, so the package is no dependency. Borders are simplified once, as arcs that both
 * neighbours share, so that no gap opens between them.
 */

type Point = [x: number, y: number];

interface Topology {
  transform: { scale: Point; translate: Point };
  arcs: Point[][];
  objects: { states: { geometries: Geometry[] } };
}

type Geometry = { properties: { name: string } } & (
  | { type: 'Polygon'; arcs: number[][] }
  | { type: 'MultiPolygon'; arcs: number[][][] }
);

const width = 1080;
const height = 690;
const margin = 12;
/** Square units: corners that span less are dropped, and so are islands, which must show on a phone or not at all. */
const smallestCorner = 9;
const smallestIsland = 30;
const notOnTheMap = ['District of Columbia', 'Puerto Rico'];
/** In the alphabetical order of the states' names. */
const postalCodes =
  'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY'.split(
    ' ',
  );

function decode({ transform: { scale, translate }, arcs }: Topology): Point[][] {
  return arcs.map((arc) => {
    let [x, y] = [0, 0];
    return arc.map(([dx, dy]): Point => {
      x += dx;
      y += dy;
      return [x * scale[0] + translate[0], y * scale[1] + translate[1]];
    });
  });
}

/** Visvalingam: drops the point with the smallest triangle again and again. Ends stay, for other arcs join there. */
function simplify(arc: Point[]): Point[] {
  const points = [...arc];
  const [first, last] = [points[0], points.at(-1)];
  const isRing = first && last && first[0] === last[0] && first[1] === last[1];
  while (points.length > (isRing ? 4 : 2)) {
    let smallest = smallestCorner;
    let at = 0;
    for (let index = 1; index < points.length - 1; index += 1) {
      const size = Math.abs(area(points.slice(index - 1, index + 2)));
      if (size < smallest) [smallest, at] = [size, index];
    }
    if (!at) break;
    points.splice(at, 1);
  }
  return points;
}

/** Signed, in square units. */
function area(ring: Point[]): number {
  return (
    ring.reduce((sum, [x, y], index) => {
      const [nextX, nextY] = ring[(index + 1) % ring.length] ?? [x, y];
      return sum + x * nextY - nextX * y;
    }, 0) / 2
  );
}

function joined(ring: number[], arcs: Point[][]): Point[] {
  return ring.flatMap((number) => {
    const arc = number < 0 ? [...(arcs[~number] ?? [])].reverse() : (arcs[number] ?? []);
    return arc.slice(1);
  });
}

/** @returns the point of the ring's inside that is farthest from its border, where a mark fits best. */
function centreOf(ring: Point[]): Point {
  const xs = ring.map(([x]) => x);
  const ys = ring.map(([, y]) => y);
  let best: Point = [0, 0];
  let farthest = 0;
  for (let x = Math.min(...xs); x <= Math.max(...xs); x += 1) {
    for (let y = Math.min(...ys); y <= Math.max(...ys); y += 1) {
      const distance = isInside([x, y], ring) ? distanceToBorder([x, y], ring) : 0;
      if (distance > farthest) [farthest, best] = [distance, [x, y]];
    }
  }
  return best;
}

function edges(ring: Point[]): [Point, Point][] {
  return ring.map((point, index) => [point, ring[(index + 1) % ring.length] ?? point]);
}

function isInside([x, y]: Point, ring: Point[]): boolean {
  const crossed = edges(ring).filter(
    ([[x1, y1], [x2, y2]]) => y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1,
  );
  return crossed.length % 2 === 1;
}

function distanceToBorder([x, y]: Point, ring: Point[]): number {
  return Math.min(
    ...edges(ring).map(([[x1, y1], [x2, y2]]) => {
      const [dx, dy] = [x2 - x1, y2 - y1];
      const length = dx * dx + dy * dy;
      const along = length ? Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / length)) : 0;
      return Math.hypot(x - x1 - along * dx, y - y1 - along * dy);
    }),
  );
}

/** Whole units, each point by its distance from the one before: the shortest way to write it. */
function shapeOf(rings: Point[][]): string {
  return rings
    .map((ring) => {
      const points = ring.map(([x, y]): Point => [Math.round(x), Math.round(y)]);
      const [start = [0, 0], ...rest] = points;
      let [x, y] = start;
      const steps = rest.map(([nextX, nextY]) => {
        const step = `${nextX - x} ${nextY - y}`;
        [x, y] = [nextX, nextY];
        return step;
      });
      const line = steps.filter((step) => step !== '0 0').join(' ');
      return `M${start.join(' ')}l${line}z`.replaceAll(' -', '-');
    })
    .join('');
}

async function makeStateMap(source: string): Promise<void> {
  const topology: Topology = JSON.parse(await readFile(source, 'utf8'));
  const arcs = decode(topology).map(simplify);
  const states = topology.objects.states.geometries
    .filter(({ properties }) => !notOnTheMap.includes(properties.name))
    .map((geometry) => {
      const polygons = geometry.type === 'Polygon' ? [geometry.arcs] : geometry.arcs;
      const rings = polygons.map(([outline]) => joined(outline ?? [], arcs));
      rings.sort((one, other) => Math.abs(area(other)) - Math.abs(area(one)));
      const shown = rings.filter((ring, index) => index === 0 || Math.abs(area(ring)) > smallestIsland);
      return { name: geometry.properties.name, rings: shown };
    });
  const fit = fitInto(states.flatMap(({ rings }) => rings.flat()));
  states.sort((one, other) => one.name.localeCompare(other.name, 'en'));
  const map = states.map(({ name, rings }, index) => {
    const placed = rings.map((ring) => ring.map(fit));
    const [x, y] = centreOf(placed[0] ?? []).map(Math.round);
    return [postalCodes[index], { name, shape: shapeOf(placed), x, y }] as const;
  });
  const file = join(import.meta.dirname, '../web/app/public/attorney-directory/state-map.json');
  await writeFile(file, `${JSON.stringify(Object.fromEntries(map), null, 2)}\n`);
}

/** @returns what puts a point of the source into the middle of the view box. */
function fitInto(points: Point[]): (point: Point) => Point {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const scale = Math.min((width - 2 * margin) / (right - left), (height - 2 * margin) / (bottom - top));
  const [moveX, moveY] = [(width - (left + right) * scale) / 2, (height - (top + bottom) * scale) / 2];
  return ([x, y]) => [x * scale + moveX, y * scale + moveY];
}

await makeStateMap(process.argv[2] ?? 'package/states-albers-10m.json');
