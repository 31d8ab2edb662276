import { useEffect, useRef, useState } from 'react';
import { Outlet, useParams } from 'react-router';
import { siteContext } from '#web/app/context.ts';
import { CharactersLeft } from '#web/app/forms/characters-left.tsx';
import { countId } from '#web/app/forms/field-ids.ts';
import type { StepParts } from '#web/app/intake/step-parts.ts';
import { useLayoutData } from '#web/app/layout-data.ts';
import { answerOf } from '#web/app/procedure-errors.server.ts';
import type { Outputs } from '#web/app/trpc.ts';
import type { Route } from './+types/steps-frame';
import { AgreementText } from './agreement-text.tsx';
import './contract.css';

/**
 * The step that signs the contract shows the agreement on the page itself, so that nobody signs what they cannot see.
 */
const signStep = 'sign';
const detailsStep = 'contact';
const notesAtMost = 2_000;

export async function loader({ context, params }: Route.LoaderArgs) {
  const { api } = context.get(siteContext);
  return params.step === signStep ? answerOf(api.contracts.agreement()) : null;
}

type Agreement = Outputs['contracts']['agreement'] | null;
let lastSeen: Agreement = null;

/** Survives a lost connection, see `intake/steps/step.tsx`. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs): Promise<Agreement> {
  try {
    const agreement = await serverLoader();
    lastSeen = agreement ?? lastSeen;
    return agreement;
  } catch (error) {
    if (error instanceof Response) throw error;
    return lastSeen;
  }
}

/** What the contract adds to the steps that every form has. */
export default function StepsFrame({ loaderData: agreement }: Route.ComponentProps) {
  const { step } = useParams();
  const parts: StepParts = {
    afterReview: agreement ? <AgreementAgain agreement={agreement} /> : undefined,
    afterForm: step === detailsStep ? <Notes /> : undefined,
  };
  return <Outlet context={parts} />;
}

function AgreementAgain({ agreement }: { agreement: NonNullable<Agreement> }) {
  const firm = useLayoutData();
  return (
    <section className="agreement-again" aria-labelledby="agreement-again">
      <h2 id="agreement-again">What you sign</h2>
      <p>
        You sign the {agreement.title} with {firm?.firmName ?? 'our firm'}. The whole text stands here.
      </p>
      <details>
        <summary>Read the agreement again</summary>
        <h3>{agreement.title}</h3>
        <p>{agreement.lead}</p>
        <AgreementText sections={agreement.sections} level={4} />
      </details>
    </section>
  );
}

/** Notes are optional and are never sent, so the box has no name and no form posts it. */
function Notes() {
  const [text, setText] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  // Picks up what was typed before the page's script ran.
  useEffect(() => setText(field.current?.value ?? ''), []);
  return (
    <div className="field notes">
      <label htmlFor="notes">
        Notes <span className="optional">(optional)</span>
      </label>
      <p className="hint" id="notes-hint">
        For your own eyes. What you write here is not sent to us and not saved.
      </p>
      <textarea
        id="notes"
        className="input"
        rows={4}
        maxLength={notesAtMost}
        autoComplete="off"
        aria-describedby={`notes-hint ${countId('notes')}`}
        ref={field}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <CharactersLeft id="notes" maxLength={notesAtMost} text={text} />
    </div>
  );
}
