/** The firm that sends an email, from the site settings: `readFirm` in `content/read-site.ts`. */
export interface Firm {
  name: string;
  /** As displayed; empty when it is not set yet. */
  phone: string;
  /** As a link: `tel:+1…` */
  phoneHref: string;
  /** Street address, in lines. */
  address?: string;
}

/** The content of an email. Every value is plain text, never HTML. */
export interface EmailParts {
  firm: Firm;
  /** Shown in inboxes and on lock screens: never contains anything personal. */
  subject: string;
  heading: string;
  paragraphs: string[];
  /** The call to action, if there is one: `url` is an absolute URL of this site. */
  action?: { label: string; url: string };
  /** The reference to give on the phone. */
  reference?: string;
}

/** The footer of every email: who sends it, how to reach them, and that replies are not read. */
export function closingLines({ name, phone }: Firm): string[] {
  const call = phone ? `Questions? Call us at ${phone}.` : 'Questions? Call us.';
  return [
    `${call} Please do not reply to this email: this address does not receive replies.`,
    `${name}, a private firm. Not the Social Security Administration.`.replace(/^, a/, 'A'),
  ];
}
