import { join } from 'node:path';
import { benchPages } from './pages.ts';

/** Every measurement of the product, one after the other, each against a baseline of the same run. */
const only = process.argv[2];
if (!only || only === 'pages') await benchPages(join(import.meta.dirname, '..'));
