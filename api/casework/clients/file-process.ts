import { answerWork } from '#api/platform/answer-work.ts';

/** Libraries are loaded by the first file that needs them: all of them take a second. */
const work = {
  redrawPicture: later(async () => (await import('./redraw-picture.ts')).redrawPicture),
  rewritePdf: later(async () => (await import('./rewrite-pdf.ts')).rewritePdf),
  printTiff: later(async () => (await import('./print-tiff.ts')).printTiff),
  drawPdf: later(async () => (await import('./draw-pdf.ts')).drawPdf),
};

/** What is done to files in a process of its own. */
export type FileWork = typeof work;

function later<Job, Result>(load: () => Promise<(job: Job) => Promise<Result>>) {
  return async (job: Job): Promise<Result> => (await load())(job);
}

answerWork(work);
