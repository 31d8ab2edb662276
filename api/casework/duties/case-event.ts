import type { ClaimDateKind, ClaimStepName } from '#api/casework/claims/claim-steps.ts';
import type { CalendarDate } from '#api/content/deadlines/calendar-date.ts';

export type Level = 'initial' | 'reconsideration' | 'hearing' | 'council';

/** Where an appeal is decided. */
export type AppealLevel = Exclude<Level, 'initial'> | 'court';

/** `ceased` ends benefits that were paid; `technical` is a denial for another reason than health. */
export type Outcome = 'favorable' | 'partly' | 'unfavorable' | 'dismissed' | 'technical' | 'ceased';

export const benefits = ['SSDI', 'SSI', 'widow(er)', 'disabled adult child'] as const;
export type Benefit = (typeof benefits)[number];

/** A moment, ISO 8601 with its offset, and the IANA time zone of the place: `America/Denver`. */
export interface Appointment {
  at: string;
  zone: string;
}

/** How somebody came to the firm. */
export const cameBy = ['phone', 'walk-in', 'referral', 'mail', 'other'] as const;
export type CameBy = (typeof cameBy)[number];

interface Happening {
  /** The date on the paper, or the day on which it happened; 1990 to 2100. */
  day: CalendarDate;
}

interface Mail extends Happening {
  /** The day on which the person can show that the paper came; left out where nothing is shown. */
  shownReceived?: CalendarDate;
}

/** What a paper or a call says, as far as days follow from it. */
export type CaseFacts =
  | (Mail & { kind: 'decision'; level: Level; outcome: Outcome; feeAgreement?: 'approved' | 'not approved' })
  /** `hearing` is the same for all notices of one hearing, also where its day changes. */
  | (Mail & { kind: 'hearing notice' | 'amended notice'; hearing: string; appointment: Appointment })
  | (Mail & { kind: 'exam notice'; appointment: Appointment })
  /** `dueOn` is the day that the letter itself names. */
  | (Mail & { kind: 'form request' | 'evidence request'; dueOn?: CalendarDate })
  | (Mail & { kind: 'fee notice' })
  | (Happening & { kind: 'first contact'; benefits: Benefit[] })
  | (Happening & { kind: 'representation ending'; hearingSet: boolean })
  | (Happening & { kind: 'exam missed' | 'contract signed' })
  /** What somebody has to do, in their words, and by when. Of one that is `hard`, a right is lost after that day. */
  | (Happening & {
      kind: 'task';
      what: string;
      dueOn: CalendarDate;
      hard?: boolean;
      appointment?: Appointment;
      /** What it is in the client's claim; left out for what only staff see. */
      clientDate?: ClaimDateKind;
      /** Somebody did not answer a call, which says so in the history. */
      callAgain?: true;
    })
  /** Kinds from which no day follows. `level` is the one at which the appeal is decided, `what` how it was filed. */
  | (Happening & {
      kind: 'appeal filed';
      level: AppealLevel;
      what?: string;
      /** The confirmation number or paper that shows it, or who else stands for it. */
      confirmation?: string;
      secondPerson?: string;
    })
  /** `confirmation` is what shows that it was filed for these benefits. */
  | (Happening & { kind: 'application filed'; benefits?: Benefit[]; confirmation?: string })
  | (Happening & { kind: 'records requested'; provider: string })
  /** `request` is the id of the first event of a request, which stays the same when that is corrected. */
  | (Happening & { kind: 'records received' | 'records sent'; request: string })
  /** `from` is the number of the matter whose events and duties came here. */
  | (Happening & { kind: 'merged'; from: string })
  | (Happening & { kind: 'closed'; outcome?: 'withdrawn' })
  /** What the client is told of the claim: its step since that day, and what we need. */
  | (Happening & { kind: 'claim update'; step: ClaimStepName; needed: string | null; note: string | null })
  | (Happening & {
      kind: 'contract countersigned' | 'appointment filed' | 'fee agreement filed' | 'fee paid';
    })
  /** An imported file says that the claim is pending at that level on that day, and not since when. */
  | (Happening & { kind: 'import'; level: Level | 'court' })
  /** What staff wrote down, in several lines. */
  | (Happening & { kind: 'note'; text: string })
  /** `how` the person came to the firm, where staff opened the matter. */
  | (Happening & { kind: 'opened'; how?: CameBy });

/** What rules of dates begin with: an event's facts, or that the last day of an appeal has passed, which is `day`. */
export type Trigger = CaseFacts | (Happening & { kind: 'deadline passed' });

export type TriggerKind = Trigger['kind'];

interface Entered {
  id: string;
  matter: string;
  /** Who entered it. */
  by: string;
}

/** Says what an earlier event should have said; `facts` is null for one that never happened. */
export interface Correction extends Happening {
  kind: 'correction';
  corrects: string;
  facts: CaseFacts | null;
  /** The second person who agrees that a hard duty goes without another in its place. */
  checkedBy?: string;
}

export type CaseEvent = Entered & (CaseFacts | Correction);
