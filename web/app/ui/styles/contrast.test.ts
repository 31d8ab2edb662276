import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const [light = '', dark = ''] = css.split('@media (prefers-color-scheme: dark)');
const schemes = { light: tokensOf(light), dark: { ...tokensOf(light), ...tokensOf(dark) } };

/** Body text has a contrast of at least 7:1, interface text 4.5:1, everything else 3:1. */
const rules: [text: string, ground: string, least: number][] = [
  ...['paper', 'warm', 'mist'].flatMap((ground): [string, string, number][] => [
    ['ink', ground, 7],
    ['ink-2', ground, 7],
    ['link', ground, 4.5],
    ['primary', ground, 4.5],
    ['error', ground, 4.5],
    ['success', ground, 4.5],
    ['input-border', ground, 3],
    ['clay', ground, 3],
  ]),
  ['on-primary', 'primary', 4.5],
  ['on-primary', 'primary-hover', 4.5],
  ['on-clay', 'clay', 4.5],
  ['on-clay', 'clay-hover', 4.5],
  ['paper', 'error', 4.5],
  ['on-band', 'band', 7],
  ['on-band-2', 'band', 7],
  ['ink', 'warn-ground', 7],
  ['warn', 'paper', 4.5],
  ['warn', 'warn-ground', 4.5],
  ['ink', 'success-ground', 7],
  ['ink', 'error-ground', 7],
  // One tone of the focus ring stands out from every ground, and both from each other.
  ['focus', 'focus-ink', 3],
];

describe.each(Object.entries(schemes))('in the %s scheme', (_scheme, tokens) => {
  test.each(rules)('%s on %s has %d:1', (text, ground, least) => {
    expect(contrast(colour(tokens, text), colour(tokens, ground))).toBeGreaterThanOrEqual(least);
  });

  test.each(['paper', 'warm', 'mist', 'band'])('the focus ring is seen on %s', (ground) => {
    const ring = ['focus', 'focus-ink'].map((tone) => contrast(colour(tokens, tone), colour(tokens, ground)));
    expect(Math.max(...ring)).toBeGreaterThanOrEqual(3);
  });
});

function tokensOf(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, hex]) => [name, hex]),
  );
}

function colour(tokens: Record<string, string>, name: string): string {
  const hex = tokens[name];
  if (!hex) throw new Error(`No token --${name}`);
  return hex;
}

/** WCAG 2.2, 'contrast ratio'. */
function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
