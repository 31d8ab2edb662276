import { encode } from 'uqr';

/** @returns the dark parts of a QR code as the path of an SVG, and the width of its view box, margin included. */
export function qrPath(text: string): { size: number; path: string } {
  const { data: rows, size } = encode(text, { border: 4 });
  const dark = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { size, path: dark.join('') };
}
