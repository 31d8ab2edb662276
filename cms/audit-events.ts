import type {
  CollectionConfig,
  Config,
  GlobalConfig,
  PayloadRequest,
  SanitizedCollectionConfig,
  SanitizedConfig,
  SanitizedGlobalConfig,
} from 'payload';
import { nobody } from './access.ts';

type EditorAction =
  | 'publish'
  | 'unpublish'
  | 'restore'
  | 'trash'
  | 'untrash'
  | 'schedule'
  | 'unschedule'
  | 'create'
  | 'change'
  | 'delete'
  | 'signIn'
  | 'twoStepOn'
  | 'twoStepOff';

/** Collections that record no action of an editor. */
const unrecorded = ['audit-events', 'receipts', 'revision-locks'];

/** What is recorded of documents with drafts, in words. */
const publishing = {
  delete: 'Deleted an entry',
  publish: 'Published',
  restore: 'Restored an entry or an earlier version',
  schedule: 'Scheduled a change',
  trash: 'Moved to the trash',
  unpublish: 'Took off the site',
  unschedule: 'Canceled a scheduled change',
  untrash: 'Took out of the trash',
} as const satisfies Partial<Record<EditorAction, string>>;
/** The same of all others. */
const editing = {
  change: 'Changed an entry',
  create: 'Added an entry',
  delete: 'Deleted an entry',
  restore: 'Restored an entry or an earlier version',
} as const satisfies Partial<Record<EditorAction, string>>;

const signingIn = {
  signIn: 'Logged in',
  twoStepOff: 'Turned two-step login off',
  twoStepOn: 'Turned two-step login on',
} as const satisfies Partial<Record<EditorAction, string>>;

/** Fields that change with every save. */
const bookkeeping =
  /^(id|createdAt|updatedAt|deletedAt|revision|savedBy|nameKey|_.*|hash|salt|sessions|currentPassword)$/;

/**
 * Actions of editors on their way to the audit log. The site writes the log; the CMS has no access to it. Each event is written
 * in the transaction of its change.
 */
export const auditEvents: CollectionConfig = {
  slug: 'audit-events',
  access: { read: nobody, create: nobody, update: nobody, delete: nobody },
  admin: { hidden: true },
  fields: [
    { name: 'actor', type: 'text', required: true, maxLength: 40 },
    { name: 'action', type: 'text', required: true, maxLength: 80 },
    { name: 'subject', type: 'text', maxLength: 40 },
    { name: 'fields', type: 'text', hasMany: true },
    { name: 'at', type: 'date', required: true },
    /** Where an account was told of changes before its email address changed. */
    { name: 'formerEmail', type: 'email' },
    /** The end of the lease of the process that writes it to the log. */
    { name: 'takenUntil', type: 'date', index: true },
  ],
};

/** In the context of a sign-in that only confirms an editor's identity. */
export const confirmsPassword = 'confirms the password';

/**
 * Records one event for every change that becomes public, every restore and move to the trash, every change of people and
 * files, and every sign-in to the CMS.
 */
export function recordChanges(config: Config): Config {
  return {
    ...config,
    collections: config.collections?.map((each) => (unrecorded.includes(each.slug) ? each : recorded(each))),
    globals: config.globals?.map(recordedGlobal),
  };
}

/** An action of editors in the audit log: its kind and words, those of fields, where it belongs, and the page of its record. */
interface RecordedAction {
  words: readonly [kind: 'publishing' | 'cms' | 'signIns', words: string, fields?: Record<string, string>];
  area: string;
  page: string | undefined;
}

/** @returns every action of editors that can be on record, as collections and globals declare themselves, by its name. */
export function listEditorActions({ collections, globals }: SanitizedConfig): [string, RecordedAction][] {
  const named = collections.filter(({ slug }) => !(unrecorded.includes(slug) || slug.startsWith('payload-')));
  return [
    ...named.flatMap((config) => {
      const { slug, labels } = config;
      const where = { area: areaOf(labels.plural, slug), page: `/cms/collections/${slug}` };
      return hasDrafts(config)
        ? actionsOf(config, 'publishing', publishing, where)
        : [
            ...actionsOf(config, 'cms', editing, where),
            ...(config.auth ? actionsOf(config, 'signIns', signingIn, where) : []),
          ];
    }),
    ...globals.flatMap((config) =>
      actionsOf(config, 'cms', editing, { area: areaOf(config.label, config.slug), page: undefined }),
    ),
  ];
}

function actionsOf(
  { slug, flattenedFields }: SanitizedCollectionConfig | SanitizedGlobalConfig,
  kind: RecordedAction['words'][0],
  words: Partial<Record<EditorAction, string>>,
  where: Pick<RecordedAction, 'area' | 'page'>,
): [string, RecordedAction][] {
  const labels = flattenedFields.flatMap((field) =>
    'label' in field && typeof field.label === 'string' ? [[field.name, field.label]] : [],
  );
  const fields = Object.fromEntries(labels);
  return Object.entries(words).map(([action, text]) => [
    `cms-${slug}.${action}`,
    { words: [kind, text, fields], ...where },
  ]);
}

function areaOf(label: unknown, slug: string): string {
  return `CMS: ${(typeof label === 'string' ? label : slug).toLowerCase()}`;
}

function hasDrafts({ versions }: Pick<CollectionConfig, 'versions'>): boolean {
  return typeof versions === 'object' && Boolean(versions.drafts);
}

function recorded(config: CollectionConfig): CollectionConfig {
  const { slug, hooks = {} } = config;
  const drafts = hasDrafts(config);
  return {
    ...config,
    hooks: {
      ...hooks,
      beforeChange: [
        ...(hooks.beforeChange ?? []),
        async ({ data, originalDoc, req }) => {
          if (!req.user || !originalDoc) return data;
          // The password is not a field of the document, so later hooks don't see it.
          if (config.auth && data.password) req.context[passwordOf(originalDoc.id)] = true;
          if (!drafts) return data;
          // Reading replaces the request's context object, so it is accessed only afterwards.
          const before = await readPublic(slug, originalDoc.id, req);
          req.context[noteOf(originalDoc.id)] = before;
          return data;
        },
      ],
      afterChange: [
        ...(hooks.afterChange ?? []),
        async ({ doc, previousDoc, operation, req }) => {
          if (!req.user) return doc;
          const subject = String(doc.id);
          if (!drafts) {
            const fields = operation === 'create' ? [] : changedFields(previousDoc, doc);
            if (req.context[passwordOf(subject)]) fields.push('password');
            const action = operation === 'create' ? 'create' : isRestoring(req) ? 'restore' : 'change';
            const formerEmail = config.auth && fields.includes('email') ? previousDoc.email : undefined;
            if (action !== 'change' || fields.length > 0)
              await note(slug, action, { subject, fields, formerEmail }, req);
            return doc;
          }
          const before = (req.context[noteOf(subject)] ?? null) as Stored | null;
          const now = await readPublic(slug, subject, req);
          const action = actionOf({ before, now, doc, previousDoc, restores: isRestoring(req) });
          const fields = before && now ? changedFields(before, now) : [];
          if (action) await note(slug, action, { subject, fields }, req);
          return doc;
        },
      ],
      afterDelete: [
        ...(hooks.afterDelete ?? []),
        async ({ id, req }) => {
          if (req.user) await note(slug, 'delete', { subject: String(id) }, req);
        },
      ],
      ...(config.auth
        ? {
            afterLogin: [
              ...(hooks.afterLogin ?? []),
              async ({ user, req }) => {
                if (req.context[confirmsPassword]) return;
                await note(slug, 'signIn', { subject: null, actor: String(user.id) }, req);
              },
            ],
          }
        : {}),
    },
  };
}

function recordedGlobal(config: GlobalConfig): GlobalConfig {
  const { slug, hooks = {} } = config;
  return {
    ...config,
    hooks: {
      ...hooks,
      afterChange: [
        ...(hooks.afterChange ?? []),
        async ({ doc, previousDoc, req }) => {
          const fields = changedFields(previousDoc, doc);
          const action = isRestoring(req) ? 'restore' : 'change';
          if (req.user && fields.length > 0) await note(slug, action, { subject: null, fields }, req);
          return doc;
        },
      ],
    },
  };
}

/** @returns what was done to a document with drafts; undefined for a draft. */
function actionOf({
  before,
  now,
  doc,
  previousDoc,
  restores,
}: {
  before: Stored | null;
  now: Stored | null;
  doc: Partial<Stored>;
  previousDoc: Partial<Stored> | undefined;
  restores: boolean;
}): EditorAction | undefined {
  if (restores) return 'restore';
  if (Boolean(doc.deletedAt) !== Boolean(previousDoc?.deletedAt)) return doc.deletedAt ? 'trash' : 'untrash';
  if (before?.updatedAt === now?.updatedAt) return undefined;
  return now ? 'publish' : 'unpublish';
}

/** Payload sets this while it restores an older version. */
function isRestoring({ context }: PayloadRequest): boolean {
  return context.isRestoringVersion === true;
}

interface Noted {
  subject: string | null;
  fields?: string[];
  actor?: string;
  formerEmail?: string | undefined;
}

/** Records an action of an editor, in the transaction of `req`, if any. */
export async function note(
  slug: string,
  action: EditorAction,
  { subject, fields = [], actor, formerEmail }: Noted,
  req: Pick<PayloadRequest, 'payload' | 'transactionID'> & Partial<Pick<PayloadRequest, 'user'>>,
): Promise<void> {
  await req.payload.create({
    collection: 'audit-events',
    data: {
      actor: `editor:${actor ?? req.user?.id}`,
      action: `cms-${slug}.${action}`,
      subject,
      fields,
      formerEmail,
      at: new Date().toISOString(),
    },
    depth: 0,
    req,
  });
}

interface Stored extends Record<string, unknown> {
  updatedAt: string;
  _status?: string;
  deletedAt?: string | null;
}

/** @returns the public version of a document; null if it is not public. */
async function readPublic(slug: string, id: string, req: PayloadRequest): Promise<Stored | null> {
  const stored: object | null = await req.payload.findByID({
    collection: slug as 'pages',
    id,
    depth: 0,
    disableErrors: true,
    req,
  });
  const { _status } = (stored ?? {}) as Partial<Stored>;
  return _status === 'published' ? (stored as Stored) : null;
}

function passwordOf(id: string): string {
  return `new password, for the audit log: ${id}`;
}

function noteOf(id: string): string {
  return `public before, for the audit log: ${id}`;
}

/** @returns the names of the fields whose values differ. */
function changedFields(before: Record<string, unknown> = {}, after: Record<string, unknown> = {}): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => !bookkeeping.test(name))
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .sort();
}
