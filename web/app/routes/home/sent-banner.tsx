/** The confirmation of SPEC section 8, repeated at home after the case evaluation was sent. */
export function SentBanner({ reference }: { reference: string }) {
  return (
    <div className="wrap">
      <div className="notice success sent-banner" role="status">
        <p>
          <strong>Case Evaluation Submitted!</strong> A disability expert will contact you within 24 hours.
        </p>
        <p>
          Your reference: <strong className="reference">{reference}</strong>
        </p>
      </div>
    </div>
  );
}
