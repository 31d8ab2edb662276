import { answerWork } from '#api/platform/answer-work.ts';
import { readTable } from './read-table.ts';

/** What is done to imported files in a process of its own. */
export type ImportWork = typeof work;

const work = { readTable };

answerWork(work);
