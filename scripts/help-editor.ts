import { helpEditor } from '@claimdesk/api/help-editor';
import { withRotationContext } from './rotation-context.ts';

/**
 * `npm run editors:help -- <email>`: turns off two-step login of an account of the CMS, for an office whose only admin of the CMS lost
 * phone and recovery codes. Its password goes on.
 */
const [email = ''] = process.argv.slice(2);
await withRotationContext(async ({ portal }, { settings }) => {
  if (!(await helpEditor(email, { portal, settings })))
    throw new Error(
      'No account of the CMS with this email address has two-step login: npm run editors:help -- <email>',
    );
  console.log('Two-step login is off. The account was logged out, and its owner is told by email.');
}).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
