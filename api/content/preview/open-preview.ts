import { checkPreviewToken, makePreviewToken } from '@claimdesk/cms/preview-token';
import { type PreviewSubject, readPreviewPath } from '@claimdesk/cms/previewed';
import { createLocalReq, executeAuthStrategies, type FlattenedField, type Payload } from 'payload';
import { z } from 'zod';
import { anchor } from '#api/content/render-rich-text.ts';
import type { Deps } from '#api/platform/deps.ts';
import { DomainError } from '#api/platform/domain-error.ts';
import { completeDocument } from './complete-document.ts';
import { overlayContent, previewPath, previewSlug, type Unsaved } from './overlay-content.ts';

const signInFirst = 'Please sign in to the CMS, then open the preview again.';
const noLongerValid = 'This preview is no longer open. Open it again from the page that you are editing.';
const unreadable = 'The preview could not read what was sent.';

const formShape = z.strictObject({ data: z.record(z.string(), z.unknown()) });

type User = NonNullable<Awaited<ReturnType<typeof executeAuthStrategies>>['user']>;

interface PreviewRequest {
  /** The end of the preview's path: `pages` and an id, or `globals` and a name. */
  place: string;
  name: string;
  token: string;
  /** Only the Cookie, Origin and Sec-Fetch-Site of the request: previews are for browsers. */
  headers: Headers;
  /** `{ data }`: the current state of the editor's form. Without it, the preview shows the last saved version. */
  body?: unknown;
}

interface Preview {
  /** Reads content as if the unsaved version were public. */
  deps: Deps;
  /** The path on the site that shows it. */
  path: string;
  /** The id of the element to scroll to, if the document is only part of its page. */
  part: string | null;
  /** For the next request; the old token may expire within minutes. */
  token: string;
}

/**
 * Opens a preview for an editor who is signed in to the CMS, holds a token for this document, and may read it.
 *
 * @throws DomainError `signed-out` without a session; `not-found` without a valid token or a document; `bad-input` for a
 * malformed body.
 */
export async function openPreview(request: PreviewRequest, deps: Deps): Promise<Preview> {
  const { payload } = deps;
  const { place, name, token, headers, body } = request;
  const user = await readEditor(payload, headers);
  if (!user) throw new DomainError('signed-out', signInFirst);
  const subject = readPreviewPath(place, name);
  if (!subject) throw new DomainError('not-found', noLongerValid);
  const holder = { userId: String(user.id), subject };
  if (!checkPreviewToken(payload.secret, holder, token, new Date()))
    throw new DomainError('not-found', noLongerValid);
  const unsaved = await readUnsaved(payload, user, subject, readForm(body));
  if (!unsaved) throw new DomainError('not-found', noLongerValid);
  return {
    deps: overlayContent(deps, unsaved),
    path: previewPath(unsaved),
    part: partOf(unsaved),
    token: makePreviewToken(payload.secret, holder, new Date()),
  };
}

function readForm(body: unknown): Record<string, unknown> | undefined {
  if (body === undefined || body === null) return undefined;
  const read = formShape.safeParse(body);
  if (!read.success) throw new DomainError('bad-input', unreadable);
  return read.data.data;
}

function partOf(unsaved: Unsaved): string | null {
  if (unsaved.kind === 'global' || unsaved.collection !== 'faq') return null;
  return anchor(String(unsaved.document.question));
}

/** The session belongs to Payload, which checks its signature and age and that it was not revoked. */
async function readEditor(payload: Payload, headers: Headers): Promise<User | null> {
  const req = await createLocalReq({}, payload);
  const { user } = await executeAuthStrategies({ headers, payload, req });
  return user?.collection === 'users' ? user : null;
}

async function readUnsaved(
  payload: Payload,
  user: User,
  subject: PreviewSubject,
  data: Record<string, unknown> | undefined,
): Promise<Unsaved | undefined> {
  const asEditor = { user, overrideAccess: false, depth: 0 } as const;
  if (subject.kind === 'global') {
    const stored = await payload.findGlobal({ slug: subject.slug, ...asEditor });
    const config = payload.config.globals.find(({ slug }) => slug === subject.slug);
    return { ...subject, document: completed(config?.flattenedFields, stored, data) };
  }
  const { collection, id } = subject;
  const stored = await payload.findByID({ collection, id, draft: true, disableErrors: true, ...asEditor });
  if (!stored) return undefined;
  const { flattenedFields } = payload.collections[collection].config;
  const document = completed(flattenedFields, stored, data);
  if ('slug' in document) document.slug = previewSlug(collection, document.slug);
  return { ...subject, document: { ...document, id } };
}

function completed(
  fields: readonly FlattenedField[] = [],
  stored: object,
  data: Record<string, unknown> | undefined,
): Record<string, unknown> {
  return completeDocument(fields, data ? { ...stored, ...data } : stored);
}
