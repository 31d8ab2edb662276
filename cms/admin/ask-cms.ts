/** Calls the CMS. @param path below `/cms/api/`. @throws Error with a sentence for the editor. */
export async function askCms<Answer>(path: string, method = 'GET', data?: object): Promise<Answer> {
  const answer = await fetch(`/cms/api/${path}`, {
    method,
    ...(data ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(data) } : {}),
  }).catch(() => undefined);
  const body = await answer?.json().catch(() => ({}));
  if (!answer?.ok)
    throw new Error(body?.errors?.[0]?.message ?? 'The CMS cannot be reached. Please try again.');
  return body;
}
