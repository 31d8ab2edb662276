import { join } from 'node:path';
import { benchContracts } from './contracts.ts';
import { benchDirectory } from './directory.ts';
import { benchGrowth } from './growth.ts';
import { benchLists } from './lists.ts';
import { benchPages } from './pages.ts';
import { benchPublishing } from './publishing.ts';
import { benchToday } from './today.ts';

/** Every measurement of the product, one after the other, or the one that is named. */
const only = process.argv[2];
if (!only || only === 'pages') await benchPages(join(import.meta.dirname, '..'));
if (!only || only === 'publishing') await benchPublishing();
if (!only || only === 'directory') await benchDirectory();
if (!only || only === 'contracts') await benchContracts(join(import.meta.dirname, '..'));
if (!only || only === 'growth') await benchGrowth();
if (!only || only === 'today') await benchToday();
if (!only || only === 'lists') await benchLists();
