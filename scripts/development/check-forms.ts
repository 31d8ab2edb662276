import { spawn } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

export interface FormsVerdict {
  /** The faults of the forms, in the words of `npm run forms:check`. */
  fault?: string;
  /** The forms can be filled in all the same: they only must not be released like this. */
  usable: boolean;
}

/** Checks the forms as their files are now, and makes the browser's validators from them if they can be used. */
export async function checkForms(): Promise<FormsVerdict> {
  // In processes of their own: in this one, what was once imported would stay as it was.
  const [checked, compiled] = await Promise.all([run('check.ts'), run('compile.ts')]);
  const usable = compiled === undefined;
  const fault = checked ?? compiled;
  return fault === undefined ? { usable } : { usable, fault };
}

/** @returns what a script of `forms/` says is wrong, or undefined. */
function run(script: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(root, 'forms', script)], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let words = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      words += text;
    });
    child.once('close', (code) =>
      resolve(code === 0 ? undefined : words.trim() || `${script} ended with ${code}`),
    );
  });
}
