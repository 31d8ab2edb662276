import { data } from 'react-router';

const statuses: Record<string, number> = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  TOO_MANY_REQUESTS: 429,
  SERVICE_UNAVAILABLE: 503,
};

/** @returns the HTTP status of what a procedure refused, or undefined when it failed unforeseen. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof Error && 'code' in error ? statuses[String(error.code)] : undefined;
}

/**
 * Waits for a procedure in a loader. What it refuses becomes an error page with the fitting status and the procedure's
 * own words; what fails unforeseen goes on as it is and is logged.
 */
export async function answerOf<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    const status = statusOf(error);
    if (status && error instanceof Error) throw data(error.message, { status });
    throw error;
  }
}
