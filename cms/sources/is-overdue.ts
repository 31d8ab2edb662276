/**
 * @param reviewBy ISO 8601; its calendar day in UTC counts. @param today in Eastern time, `YYYY-MM-DD`.
 * @returns whether the day of a review has passed.
 */
export function isOverdue(reviewBy: string | null | undefined, today: string): boolean {
  return Boolean(reviewBy) && String(reviewBy).slice(0, 10) < today;
}
