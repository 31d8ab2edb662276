/** A refusal, whose message is for the editor. */
export class CmsRefusal extends Error {
  /** The whole answer. */
  readonly answer: Record<string, unknown>;

  constructor(message: string, answer: Record<string, unknown>) {
    super(message);
    this.answer = answer;
  }
}

/** Calls the CMS. @param path below `/cms/api/`. @throws CmsRefusal with a sentence for the editor. */
export async function askCms<Answer>(path: string, method = 'GET', data?: object): Promise<Answer> {
  const answer = await fetch(`/cms/api/${path}`, {
    method,
    ...(data ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(data) } : {}),
  }).catch(() => undefined);
  const body = await answer?.json().catch(() => ({}));
  if (!answer?.ok)
    throw new CmsRefusal(
      body?.errors?.[0]?.message ?? 'The CMS cannot be reached. Please try again.',
      body ?? {},
    );
  return body;
}
