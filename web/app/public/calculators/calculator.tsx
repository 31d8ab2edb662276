import { anchorOf, type CalculatorAnswer } from '#web/app/ui/components/answer.ts';
import { BackPayQuestions, BackPayResult } from './back-pay.tsx';
import { DeadlineResult } from './deadline-result.tsx';
import { LastInsuredQuestions, LastInsuredResult } from './last-insured.tsx';
import { DateQuestion, inputId } from './questions.tsx';
import { SsiQuestions, SsiResult } from './ssi.tsx';

/**
 * Calculates from the visitor's input, without script: a form that reloads the page it is on, with the result or the
 * errors below it.
 */
export function Calculator({
  answer,
  path,
  heading,
  children,
}: {
  answer: CalculatorAnswer;
  path: string;
  heading: string;
  children?: React.ReactNode;
}) {
  const { calculator, faults, result } = answer;
  const anchor = anchorOf(calculator);
  return (
    <section
      className="calculator"
      aria-labelledby="calculator-heading"
      {...(faults || result ? {} : { id: anchor, tabIndex: -1 })}
    >
      <h2 id="calculator-heading">{heading}</h2>
      {faults ? <Problem faults={faults} anchor={anchor} /> : children}
      <form className="form" action={`${path}#${anchor}`} noValidate>
        <Questions answer={answer} />
        <button className="button" type="submit">
          {buttons[calculator]}
        </button>
      </form>
      {result ? (
        <div className="calculator-result">
          <Result answer={answer} />
        </div>
      ) : null}
    </section>
  );
}

const buttons: Record<CalculatorAnswer['calculator'], string> = {
  deadline: 'Find my deadline',
  backPay: 'Estimate my back pay',
  lastInsured: 'Find my date last insured',
  ssi: 'Estimate my SSI',
};

function Questions({ answer }: { answer: CalculatorAnswer }) {
  switch (answer.calculator) {
    case 'deadline':
      return (
        <DateQuestion
          name="letter"
          label="What is the date on your letter?"
          hint="For example, 11 10 2026. It is printed near the top of the first page."
          answer={answer}
        />
      );
    case 'backPay':
      return <BackPayQuestions answer={answer} />;
    case 'lastInsured':
      return <LastInsuredQuestions answer={answer} />;
    case 'ssi':
      return <SsiQuestions answer={answer} />;
  }
}

function Result({ answer }: { answer: CalculatorAnswer }) {
  if (!answer.result) return null;
  switch (answer.calculator) {
    case 'deadline':
      return <DeadlineResult deadline={answer.result} />;
    case 'backPay':
      return <BackPayResult result={answer.result} />;
    case 'lastInsured':
      return <LastInsuredResult result={answer.result} />;
    case 'ssi':
      return <SsiResult result={answer.result} />;
  }
}

/** The form's response targets this element, and a target takes the focus, so screen readers read the problem first. */
function Problem({ faults, anchor }: { faults: NonNullable<CalculatorAnswer['faults']>; anchor: string }) {
  // One mistake in a date may concern two of its fields: show it once, linked to the first.
  const problems = Object.entries(faults).filter(
    ([, message], index, all) => all.findIndex(([, other]) => other === message) === index,
  );
  return (
    <section className="error-summary" id={anchor} aria-labelledby="calculator-problem" tabIndex={-1}>
      <h3 id="calculator-problem">There is a problem</h3>
      <ul>
        {problems.map(([name, message]) => (
          <li key={name}>
            <a href={`#${inputId(name)}`}>{message}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}
