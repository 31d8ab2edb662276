/**
 * @param nextReview ISO 8601; its calendar day in UTC counts. @param today in Eastern time, `YYYY-MM-DD`.
 * @returns whether the day of a review has passed.
 */
export function isOverdue(nextReview: string | null | undefined, today: string): boolean {
  return Boolean(nextReview) && String(nextReview).slice(0, 10) < today;
}
