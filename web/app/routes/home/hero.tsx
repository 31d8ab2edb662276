import { PhoneIcon } from '../../components/icons.tsx';
import { useLayoutData } from '../../layout-data.ts';
import { evaluationHref } from '../../navigation.ts';
import { HeroPicture } from './hero-picture.tsx';

export function Hero() {
  const firm = useLayoutData();
  return (
    <div className="hero">
      <div className="wrap hero-columns">
        <div>
          <h1>Your Claim Is Our Mission</h1>
          <p className="hero-lead">
            Too sick or hurt to work? We help you claim Social Security disability benefits, from the first
            form to the hearing. You pay no fee unless you win.
          </p>
          <p className="button-row">
            <a className="button" href={evaluationHref}>
              Free Case Evaluation
            </a>
            {firm ? (
              <a className="button secondary" href={firm.phoneHref}>
                <PhoneIcon />
                Call {firm.phone}
              </a>
            ) : null}
          </p>
          {firm?.hours.openNow ? <p className="open-now">{firm.hours.openNow}</p> : null}
        </div>
        <HeroPicture />
      </div>
    </div>
  );
}
