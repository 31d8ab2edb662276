import { developSite } from './development/develop-site.ts';
import { launch } from './launch.ts';

await launch('dev', developSite);
