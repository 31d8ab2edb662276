import { describe, expect, it } from 'vitest';
import { errorLocation, makeLog } from './log.ts';

describe('the log', () => {
  it('writes only allowed fields', () => {
    const lines: string[] = [];
    const log = makeLog((line) => lines.push(line));
    log.info('sent', {
      form: 'case-evaluation',
      ...({ email: 'a@example.com', answers: { first_name: 'A' } } as object),
    });
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      time: expect.any(String),
      level: 'info',
      event: 'sent',
      form: 'case-evaluation',
    });
  });

  it('keeps one line per event, whatever a path contains', () => {
    const lines: string[] = [];
    makeLog((line) => lines.push(line)).warn('not found', { path: '/a\n{"level":"error"}\r\u2028' });
    expect(lines[0]).not.toMatch(/[\n\r]/);
  });

  it('names the location of an error and never its message, which may quote what a visitor typed', () => {
    const error = Object.assign(new Error('E11000 dup key: { email: "a@example.com" }'), { code: 11000 });
    expect(errorLocation(error)).toMatch(/^Error 11000 /);
    expect(errorLocation(error)).not.toContain('example.com');
  });
});
