import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { chromiumArgs, findChromium } from '../tests/setup/chromium.ts';

/**
 * Draws web/public/share.png, which shared links show: the drawing of the home page with its headline, in the site's
 * own font and colors. To be run again when either changes, with the address of a running site: `node
 * scripts/draw-share-picture.ts http://localhost:3000`
 */
const [site = 'http://localhost:3000'] = process.argv.slice(2);
const file = join(import.meta.dirname, '../web/public/share.png');

const styles = `
  .share { display: flex; align-items: center; gap: 40px; box-sizing: border-box; width: 1200px; height: 630px;
    padding: 60px 70px; border-bottom: 18px solid var(--clay); background: var(--warm); }
  .share h1 { font-size: 76px; line-height: 1.1; }
  .share p { margin-top: 28px; color: var(--ink-2); font-size: 34px; line-height: 1.35; }
  .share svg { flex: none; width: 520px; max-width: none; max-height: none; }`;

const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArgs });
try {
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 }, bypassCSP: true });
  await page.goto(site);
  await page.addStyleTag({ content: styles });
  await page.evaluate(async () => {
    const drawing = document.querySelector('.hero-picture');
    const words = document.createElement('div');
    const headline = document.createElement('h1');
    headline.textContent = 'Your Claim Is Our Mission';
    const line = document.createElement('p');
    line.textContent = 'Help with Social Security disability claims. No fee unless you win.';
    words.append(headline, line);
    const share = document.createElement('div');
    share.className = 'share';
    share.append(words, ...(drawing ? [drawing] : []));
    document.body.replaceChildren(share);
    await document.fonts.ready;
  });
  await page.screenshot({ path: file });
  console.log(`drew ${file}`);
} finally {
  await browser.close();
}
