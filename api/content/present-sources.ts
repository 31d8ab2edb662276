import { isOverdue } from '@claimdesk/cms/is-overdue';
import type { Sources } from '@claimdesk/cms/types';
import { easternToday } from '@claimdesk/forms/eastern-time';

export interface Source {
  title: string;
  /** `20 CFR 404.1520`; null for a source without one. */
  number: string | null;
  /** https, on the site of an agency. */
  address: string;
}

/** The sources of a text, and its reviewer. */
export interface Sourcing {
  sources: Source[];
  /** Null until the text has been reviewed. `isoDate` is a calendar day. */
  review: { by: string; isoDate: string } | null;
  /** The calendar day of the next review; null where none is planned. */
  nextReview: string | null;
  /** The day of the next review has passed. */
  overdue: boolean;
  /** What the last update changed, in a sentence; null where editors say nothing. */
  changeNote: string | null;
}

/** What a stored page or article says about its sources. */
interface Stored {
  sources?: Sources | null;
  reviewedBy?: string | null;
  reviewedOn?: string | null;
  nextReview?: string | null;
  changeNote?: string | null;
}

/** @param now for tests. */
export function presentSourcing(
  { sources, reviewedBy, reviewedOn, nextReview, changeNote }: Stored,
  now?: Date,
): Sourcing {
  return {
    sources: (sources ?? []).map(({ title, number, address }) => ({
      title,
      number: number?.trim() || null,
      address: /^https:\/\//.test(address) ? address : '#',
    })),
    review: reviewedBy && reviewedOn ? { by: reviewedBy, isoDate: reviewedOn.slice(0, 10) } : null,
    nextReview: nextReview?.slice(0, 10) ?? null,
    overdue: isOverdue(nextReview, easternToday(now)),
    changeNote: changeNote?.trim() || null,
  };
}
