/** Who a letter comes from, from the site settings: `readFirm` in `content/read-site.ts`. */
export interface Firm {
  name: string;
  /** As people read it; empty when it is not set yet. */
  phone: string;
  /** What a phone dials: `tel:+1…` */
  phoneHref: string;
}

/** What a letter says. Every value is plain text; nothing in it is read as HTML. */
export interface LetterParts {
  firm: Firm;
  /** Of mail lists and locked screens: never with anything personal in it. */
  subject: string;
  heading: string;
  /** Each is one paragraph. */
  paragraphs: string[];
  /** The one thing to do, if there is one: `url` is an absolute address of ours. */
  action?: { label: string; url: string };
  /** What to name on the phone. */
  reference?: string;
}

/** What stands under every letter: who writes, how to reach them, and that an answer would not be read. */
export function closingLines({ name, phone }: Firm): string[] {
  const call = phone ? `Questions? Call us at ${phone}.` : 'Questions? Call us.';
  return [
    `${call} Please do not reply to this email: nobody reads this mailbox.`,
    `${name}, a private firm. Not the Social Security Administration.`.replace(/^, a/, 'A'),
  ];
}
