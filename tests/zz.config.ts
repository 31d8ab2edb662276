import base from './playwright.config.ts';
const { globalSetup, ...rest } = base;
export default { ...rest, testDir: '/work/wt-home/tests/journeys', outputDir: '/tmp/pw-out', workers: 1, projects: undefined };
