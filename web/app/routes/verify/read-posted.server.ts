import type { Problem } from '../../forms/error-summary.tsx';

interface Posted {
  question: { file?: Uint8Array<ArrayBuffer>; reference?: string };
  problem?: Problem;
}

/** Reads what the form of the page posted. Whatever else is sent becomes a sentence, never an exception. */
export async function readPosted(request: Request): Promise<Posted> {
  let posted: FormData;
  try {
    posted = await request.formData();
  } catch {
    return {
      question: {},
      problem: problemWith('We could not read what was sent. Please choose the file again'),
    };
  }
  const files = posted.getAll('file').filter((each) => each instanceof File && each.size > 0) as File[];
  const typed = posted.get('reference');
  const question = typeof typed === 'string' ? { reference: typed.slice(0, 60) } : {};
  if (files.length > 1) return { question, problem: problemWith('Choose one file at a time') };
  const [file] = files;
  return { question: file ? { ...question, file: new Uint8Array(await file.arrayBuffer()) } : question };
}

function problemWith(message: string): Problem {
  return { title: 'There is a problem', text: message, errors: { file: message } };
}
