import { spelled } from '../intake/reference.tsx';

export interface JustSent {
  title: string;
  text: string;
  reference: string;
  download?: { href: string; label: string } | undefined;
}

/** The confirmation of SPEC section 8, repeated at home after a form was sent. */
export function SentBanner({ title, text, reference, download }: JustSent) {
  return (
    <div className="wrap">
      <div className="notice success sent-banner" role="status">
        <p>
          <strong>{title}</strong> {text}
        </p>
        <p>
          Your reference
          <span className="visually-hidden">: {spelled(reference)}</span>
          <span aria-hidden="true">
            : <strong className="reference">{reference}</strong>
          </span>
        </p>
        {download ? (
          <p>
            <a className="button secondary" href={download.href}>
              {download.label}
            </a>
          </p>
        ) : null}
      </div>
    </div>
  );
}
