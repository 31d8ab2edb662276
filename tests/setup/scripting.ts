/** A journey with or without JavaScript. */
export interface Way {
  javaScriptEnabled: boolean;
  /** For the title of the test. */
  how: string;
  tag: string[];
}

const withScript: Way = { javaScriptEnabled: true, how: 'with JavaScript', tag: [] };
const withoutScript: Way = { javaScriptEnabled: false, how: 'without JavaScript', tag: [] };

/** For the one journey of each mechanism, such as a step of a form or a dialog of staff, that `npm test` walks both ways. */
export const bothWays: Way[] = [withScript, withoutScript];

/** For the others of that mechanism: `npm test` walks them with JavaScript, `npm run test:all` without it too. */
export const mainlyWithScript: Way[] = [withScript, { ...withoutScript, tag: ['@thorough'] }];
