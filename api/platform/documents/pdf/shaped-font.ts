import * as fontkit from 'fontkit';
import * as harfbuzz from 'harfbuzzjs';

/** Letters that are written from right to left; digits never are. */
export const rightToLeft = /(?!\p{Nd})[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** Scripts whose accented letters are whole in the font, and need not be put together. */
const isSimple = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}]*$/u;

interface Shaped {
  glyph: number;
  /** What is copied or found in its place; '' for a part of the letter beside it. */
  text: string;
  xAdvance: number;
  xOffset: number;
  yOffset: number;
}

/** A part of a letter that is a glyph of its own, such as the dots of Arabic letters. In units of the font, from where its text begins. */
export interface Part {
  /** As in SVG. */
  path: string;
  x: number;
  y: number;
}

export interface ShapedFont extends fontkit.Font {
  /** @returns what `layout` leaves out, to be drawn as shapes: a glyph without a text would be copied as a control character. */
  partsOf(text: string): Part[];
}

/**
 * A font as PDFKit takes one, shaped by HarfBuzz. PDFKit's own shaping gives one text to each glyph, so that letters of one
 * shape are copied as one letter (Arabic zain as rah), and what is drawn before its letter is copied before it. Here a glyph
 * with two texts is embedded twice.
 *
 * @param bytes a TrueType file.
 */
export function shapedFont(bytes: Uint8Array): ShapedFont {
  // A font that was read from one file is no collection.
  const font = fontkit.create(Buffer.from(bytes)) as fontkit.Font;
  const shaping = new harfbuzz.Font(new harfbuzz.Face(new harfbuzz.Blob(bytes)));
  const embedded: number[] = [];
  const ids = new Map<string, number>();
  const idOf = ({ glyph, text }: Shaped) => {
    const key = `${glyph} ${text}`;
    const id = ids.get(key) ?? embedded.push(glyph) - 1;
    ids.set(key, id);
    return id;
  };

  const known = new Map<string, { letters: Shaped[]; parts: Part[] }>();
  function shapeOnce(text: string) {
    const shaped = known.get(text) ?? takeApart(shape(text, shaping), font);
    known.set(text, shaped);
    return shaped;
  }

  function layout(text: string) {
    const { letters } = shapeOnce(text);
    return {
      glyphs: letters.map((each) => ({
        id: idOf(each),
        codePoints: Array.from(each.text, (letter) => letter.codePointAt(0)),
        advanceWidth: font.getGlyph(each.glyph).advanceWidth,
      })),
      positions: letters.map(({ xAdvance, xOffset, yOffset }) => ({
        xAdvance,
        yAdvance: 0,
        xOffset,
        yOffset,
      })),
      advanceWidth: letters.reduce((sum, { xAdvance }) => sum + xAdvance, 0),
    };
  }

  function createSubset() {
    const subset = font.createSubset() as fontkit.Subset & { glyphs: number[] };
    const places = new Map<number, number>();
    const includeGlyph = (id: number) => {
      const place = places.get(id) ?? subset.glyphs.push(embedded[id] ?? 0) - 1;
      places.set(id, place);
      return place;
    };
    return { includeGlyph, encode: () => subset.encode() };
  }

  return Object.create(font, {
    layout: { value: layout },
    createSubset: { value: createSubset },
    partsOf: { value: (text: string) => shapeOnce(text).parts },
  });
}

/** Separates what has a text from what has none. */
function takeApart(shaped: Shaped[], font: fontkit.Font): { letters: Shaped[]; parts: Part[] } {
  let pen = 0;
  const parts = shaped.flatMap((each) => {
    const part = { x: pen + each.xOffset, y: each.yOffset };
    pen += each.xAdvance;
    return each.text ? [] : [{ ...part, path: font.getGlyph(each.glyph).path.toSVG() }];
  });
  return { letters: shaped.filter(({ text }) => text), parts };
}

/** @returns the glyphs of a text of one direction, from left to right. */
function shape(text: string, font: harfbuzz.Font): Shaped[] {
  const buffer = new harfbuzz.Buffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  const backwards = rightToLeft.test(text);
  buffer.setDirection(backwards ? harfbuzz.Direction.RTL : harfbuzz.Direction.LTR);
  buffer.setClusterLevel(harfbuzz.ClusterLevel.MONOTONE_CHARACTERS);
  harfbuzz.shape(font, buffer, isSimple.test(text) ? [new harfbuzz.Feature('ccmp', 0)] : []);
  const infos = buffer.getGlyphInfos();
  const positions = buffer.getGlyphPositions();
  const shaped = infos.map(({ codepoint: glyph }, at): Shaped => {
    const { xAdvance, xOffset, yOffset } = positions[at] as harfbuzz.GlyphPosition;
    return { glyph, text: '', xAdvance, xOffset, yOffset };
  });
  const starts = [...new Set(infos.map(({ cluster }) => cluster))].sort((one, other) => one - other);
  for (const [at, start] of starts.entries()) {
    const cluster = shaped.filter((_, index) => infos[index]?.cluster === start);
    spread([...text.slice(start, starts[at + 1])], backwards ? cluster.reverse() : cluster);
  }
  return shaped;
}

/** Gives the letters of a cluster to its glyphs, in the order in which both are read; parts without a width get none. */
function spread(letters: string[], cluster: Shaped[]): void {
  const wide = cluster.filter(({ xAdvance }) => xAdvance > 0);
  const takers = (wide.length > 0 ? wide : cluster.slice(0, 1)).slice(0, letters.length);
  for (const [at, taker] of takers.entries()) {
    const last = letters.length - takers.length + at + 1;
    taker.text = letters.slice(at === 0 ? 0 : last - 1, last).join('');
  }
}
