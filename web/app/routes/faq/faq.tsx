import { breadcrumbData } from '../../components/breadcrumbs.tsx';
import { Html } from '../../components/html.tsx';
import { PageTop } from '../../components/page-top.tsx';
import { siteContext } from '../../context.ts';
import { evaluationHref } from '../../navigation.ts';
import { originOf, pageMeta } from '../../page-meta.ts';
import { answerOf } from '../../procedure-errors.server.ts';
import type { Route } from './+types/faq';

export async function loader({ context }: Route.LoaderArgs) {
  const { api } = context.get(siteContext);
  const [questions, facts] = await answerOf(Promise.all([api.content.faq(), api.content.facts()]));
  return { questions, asOf: facts.asOf };
}

const crumbs = [{ label: 'Home', href: '/' }, { label: 'Questions and answers' }];

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, {
    title: 'Questions and answers about disability benefits',
    description:
      'Plain answers to the questions people ask most about SSDI and SSI: who qualifies, how much it pays, how long it takes and what a denial means.',
    path: '/faq',
    jsonLd: loaderData
      ? [
          {
            '@type': 'FAQPage',
            mainEntity: loaderData.questions.map(({ question, text }) => ({
              '@type': 'Question',
              name: question,
              acceptedAnswer: { '@type': 'Answer', text },
            })),
          },
          breadcrumbData(crumbs, originOf(matches), '/faq'),
        ]
      : [],
  });

/** One answer open at a time, by `name`; found by the browser's own search; open by link, because the id is inside. */
export default function Faq({ loaderData: { questions, asOf } }: Route.ComponentProps) {
  return (
    <>
      <PageTop
        crumbs={crumbs}
        title="Questions and answers"
        lead="Choose a question to read the answer. Choose it again to close it."
        dates={`Figures as of ${asOf}.`}
        spot="question"
      />
      <div className="wrap page page-columns">
        <div>
          <div className="faq">
            {questions.map(({ id, question, html, version }) => (
              <details name="faq" key={id} data-version={version}>
                <summary>
                  <h2>{question}</h2>
                </summary>
                <div className="faq-answer" id={id}>
                  <Html html={html} />
                  <p className="fine">
                    <a href={`#${id}`}>
                      Link to this answer<span className="visually-hidden">: {question}</span>
                    </a>
                  </p>
                </div>
              </details>
            ))}
          </div>
        </div>
        <aside className="call-to-action" aria-labelledby="your-case">
          <h2 id="your-case">Is your question about your own case?</h2>
          <p>Answer nine short questions. A person reads them and calls you back. It is free.</p>
          <a className="button" href={evaluationHref}>
            Free Case Evaluation
          </a>
        </aside>
      </div>
    </>
  );
}
