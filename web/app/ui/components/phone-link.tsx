interface PhoneLinkProps {
  firm: { phone: string; phoneHref: string };
  /** Punctuation right after the number, so that it never begins a line. */
  end?: string;
}

/** The firm's number within a sentence: on one line, however the sentence breaks. */
export function PhoneLink({ firm, end = '' }: PhoneLinkProps) {
  return (
    <span className="nowrap">
      <a href={firm.phoneHref}>{firm.phone}</a>
      {end}
    </span>
  );
}
