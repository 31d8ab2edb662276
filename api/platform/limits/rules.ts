export interface Rate {
  points: number;
  seconds: number;
  /** How long to refuse once all are used up; without it, until the period ends. */
  lockSeconds?: number;
}

/** What staff are told when the limit across all networks is reached. It names nobody: email is read on phones and forwarded. */
export interface StaffAlert {
  heading: string;
  what: string;
}

export interface Rule {
  /** The name that its counters are stored by: a new one would forget every attempt. */
  name: string;
  /** For each IPv4 address, IPv6 /64 or other key; an IPv6 /48 gets four times as many. */
  perKey: Rate;
  /** For each of them within 24 hours. */
  perDay?: number;
  /** For each browser that is known for the account, in place of all others: strangers can't use it up. */
  perKnownBrowser?: Rate;
  /**
   * Across all networks together. `raise-cost`: once it is reached, staff are notified, and callers may ask for proof of
   * work or a wait. `refuse`: once it is used up, everyone is refused.
   */
  overall?: Rate & ({ effect: 'raise-cost'; alert: StaffAlert } | { effect: 'refuse' });
  /** Whether to allow attempts when the counters can't be read. */
  failsOpen: boolean;
  /** The message; `{wait}` stands for the remaining time. */
  refusal: string;
  title: string;
}

/** A rule that counts each known browser on its own. */
export type KnownBrowserRule = Rule & { perKnownBrowser: Rate };

/** @returns the rules of an area, each named by its key where it has no name of its own. */
export function nameRules<const Rules extends Record<string, Omit<Rule, 'name'> & { name?: string }>>(
  rules: Rules,
): { [Key in keyof Rules]: Rules[Key] & { name: string } } {
  const named = Object.entries(rules).map(([key, rule]) => [key, { name: key, ...rule }]);
  return Object.fromEntries(named) as { [Key in keyof Rules]: Rules[Key] & { name: string } };
}

/** The message is never shown: a withheld email is not reported. */
export const toOneMailbox = { failsOpen: false, refusal: 'Enough for today.', title: 'Email' } as const;

/** The limits of the platform. Other areas list theirs in their `limits.ts`. */
export const platformLimits = nameRules({
  /** Without a proof of work, in addition to `publicForm`: see `robots/refuse-robots.ts`. */
  unprovenForm: {
    perKey: { points: 2, seconds: 60 * 60 },
    overall: {
      points: 30,
      seconds: 60 * 60,
      effect: 'raise-cost',
      alert: {
        heading: 'Many forms from browsers without script',
        what: 'Far more forms than usual arrive from browsers that run no script. Some may come from programs.',
      },
    },
    failsOpen: true,
    refusal: 'This form was sent several times in the last hour.',
    title: 'Submission Error',
  },
  /** Emails that anyone can trigger, per recipient's mailbox: see `email/recipient-limit.ts`. No form is refused. */
  confirmationEmail: { ...toOneMailbox, perKey: { points: 3, seconds: 24 * 60 * 60 } },
  contractEmail: { ...toOneMailbox, perKey: { points: 3, seconds: 24 * 60 * 60 } },
  unverifiedNoticeEmail: { ...toOneMailbox, perKey: { points: 3, seconds: 24 * 60 * 60 } },
  verificationEmail: { ...toOneMailbox, perKey: { points: 3, seconds: 24 * 60 * 60 } },
  resumeLinkEmail: { ...toOneMailbox, perKey: { points: 3, seconds: 24 * 60 * 60 } },
  lastEmail: { ...toOneMailbox, perKey: { points: 1, seconds: 24 * 60 * 60 } },
  /** Per kind of alert. */
  staffAlert: {
    perKey: { points: 1, seconds: 60 * 60 },
    failsOpen: false,
    refusal: 'Staff were told within the last hour.',
    title: '',
  },
});
