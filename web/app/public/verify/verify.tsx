import { accessPages } from '@claimdesk/cms/site-paths';
import { data } from 'react-router';
import { siteContext } from '#web/app/context.ts';
import { CallUsParagraph } from '#web/app/ui/components/call-us.tsx';
import { ErrorSummary, type Problem } from '#web/app/ui/forms/error-summary.tsx';
import { useLayoutData } from '#web/app/ui/pages/layout-data.ts';
import { untitledPageMeta } from '#web/app/ui/pages/page-meta.ts';
import { formRefusalOf } from '#web/app/ui/pages/procedure-errors.server.ts';
import type { Route } from './+types/verify';
import './verify.css';
import type { FieldErrors } from '@claimdesk/forms/definition';
import { Field } from '#web/app/ui/forms/field.tsx';
import { describedBy } from '#web/app/ui/forms/field-ids.ts';
import { type Verdict, VerdictNotice } from './verdict.tsx';

type Outcome =
  | { kind: 'verdict'; verdict: Verdict; reference: string }
  | { kind: 'problems'; problem: Problem; reference: string };

/** Shows the result on the same page. Nothing is stored, so the form needs no token and no script. */
export async function action({ context, request }: Route.ActionArgs) {
  const posted = await readPosted(request);
  const reference = posted.question.reference ?? '';
  if (posted.problem) {
    return answer({ kind: 'problems', problem: posted.problem, reference }, 400);
  }
  try {
    const verdict = await context.get(siteContext).api.documents.verify(posted.question);
    return answer({ kind: 'verdict', verdict, reference });
  } catch (error) {
    const { status, ...problem } = formRefusalOf(error);
    return answer({ kind: 'problems', problem, reference }, status);
  }
}

/** The empty form is the same for everybody; the result of a check is private. */
export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

function answer(outcome: Outcome, status = 200) {
  return data(outcome, { status, headers: { 'cache-control': 'no-store' } });
}

export const meta: Route.MetaFunction = ({ matches }) => untitledPageMeta(matches, accessPages.verify);

export default function Verify({ actionData }: Route.ComponentProps) {
  const firm = useLayoutData();
  const problem = actionData?.kind === 'problems' ? actionData.problem : null;
  const title = [accessPages.verify.title, firm?.firmName].filter(Boolean).join(' | ');
  return (
    <div className="wrap page prose verify">
      <title>{problem ? `Error: ${title}` : title}</title>
      {problem ? <ErrorSummary problem={problem} targetOf={(field) => field} /> : null}
      <h1>{accessPages.verify.title}</h1>
      {actionData?.kind === 'verdict' ? (
        <VerdictNotice verdict={actionData.verdict} />
      ) : (
        <p>
          Did you get a contract from us as a PDF file? Here you can check that it is the one that was signed,
          and that nobody changed it. We do not keep the file, and we show nothing personal.
        </p>
      )}
      <VerifyForm reference={actionData?.reference ?? ''} errors={problem?.errors ?? {}} />
      <CallUsParagraph hours>Do you need help? Call</CallUsParagraph>
    </div>
  );
}

interface Posted {
  question: { file?: Uint8Array<ArrayBuffer>; reference?: string };
  problem?: Problem;
}

/** Reads what the form posted. Anything else becomes a sentence for the page, never an exception. */
async function readPosted(request: Request): Promise<Posted> {
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

function VerifyForm({ reference, errors }: { reference: string; errors: FieldErrors }) {
  return (
    <form method="post" encType="multipart/form-data" className="form" noValidate>
      <Field id="file" label="Contract as a PDF file" hint="2 MB at most." error={errors.file}>
        <input
          id="file"
          name="file"
          type="file"
          accept="application/pdf,.pdf"
          className="input"
          aria-describedby={describedBy('file', { hint: true, error: Boolean(errors.file) })}
          aria-invalid={errors.file ? true : undefined}
        />
      </Field>
      <Field
        id="reference"
        label="Reference"
        optional
        hint="It is printed on every page of the contract, like K7QH-M9XC. You can also enter a reference without a file."
        error={errors.reference}
      >
        <input
          id="reference"
          name="reference"
          className="input width-10"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={60}
          defaultValue={reference}
          aria-describedby={describedBy('reference', { hint: true, error: Boolean(errors.reference) })}
          aria-invalid={errors.reference ? true : undefined}
        />
      </Field>
      <button type="submit" className="button">
        Check
      </button>
    </form>
  );
}
