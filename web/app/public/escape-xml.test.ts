import { expect, it } from 'vitest';
import { escapeXml } from './escape-xml.ts';

it('characters that XML 1.0 forbids are left out, and all others stay', () => {
  const forbidden = [...Array(32).keys()].filter((code) => ![9, 10, 13].includes(code));
  for (const code of [...forbidden, 0xd800, 0xdfff, 0xfffe, 0xffff]) {
    expect(escapeXml(`a${String.fromCharCode(code)}b`)).toBe('ab');
  }
  const allowed = '\t\n\r ~ é — 🂡 \u{85}\u{10ffff}';
  expect(escapeXml(allowed)).toBe(allowed);
});

it('markup is escaped', () => {
  expect(escapeXml(`<a b='"'>&`)).toBe('&#60;a b=&#39;&#34;&#39;&#62;&#38;');
});
