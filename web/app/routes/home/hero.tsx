import { PhoneIcon } from '../../components/icons.tsx';
import { useLayoutData } from '../../layout-data.ts';
import { contractHref, evaluationHref } from '../../navigation.ts';
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
            <a className="button secondary" href={contractHref}>
              Sign Contract Now
            </a>
          </p>
          {firm ? (
            <p className="hero-phone">
              <a href={firm.phoneHref}>
                <PhoneIcon />
                Call {firm.phone}
              </a>
            </p>
          ) : null}
          {firm?.hours.openNow ? <p className="open-now">{firm.hours.openNow}</p> : null}
        </div>
        <HeroPicture />
      </div>
    </div>
  );
}
