export interface JustSent {
  title: string;
  text: string;
  reference: string;
}

/** The confirmation of SPEC section 8, repeated at home after a form was sent. */
export function SentBanner({ title, text, reference }: JustSent) {
  return (
    <div className="wrap">
      <div className="notice success sent-banner" role="status">
        <p>
          <strong>{title}</strong> {text}
        </p>
        <p>
          Your reference: <strong className="reference">{reference}</strong>
        </p>
      </div>
    </div>
  );
}
