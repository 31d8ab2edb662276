import type { CollectionConfig, Config, GlobalConfig, PayloadRequest } from 'payload';

const nobody = () => false;

/** What an editor did to a document. */
type Deed = 'publish' | 'unpublish' | 'create' | 'change' | 'delete' | 'signIn';

/** Those that say nothing of what an editor did. */
const unrecorded = ['audit-events', 'receipts', 'revision-locks'];

/** Fields that change with every save. */
const bookkeeping =
  /^(id|createdAt|updatedAt|revision|savedBy|nameKey|_.*|hash|salt|sessions|currentPassword)$/;

/**
 * What editors did, on its way to the audit log, which the site writes: the CMS has no access to it. Written in the transaction
 * of the change itself, so that neither is there without the other.
 */
export const auditEvents: CollectionConfig = {
  slug: 'audit-events',
  access: { read: nobody, create: nobody, update: nobody, delete: nobody },
  admin: { hidden: true },
  lockDocuments: false,
  fields: [
    { name: 'actor', type: 'text', required: true, maxLength: 40 },
    { name: 'action', type: 'text', required: true, maxLength: 80 },
    { name: 'subject', type: 'text', maxLength: 40 },
    { name: 'fields', type: 'text', hasMany: true },
    { name: 'at', type: 'date', required: true },
    /** Until when one of the sites writes it to the log. */
    { name: 'takenUntil', type: 'date', index: true },
  ],
};

/** Records every change that becomes public, every change of people and files, and every sign-in to the CMS. */
export function recordChanges(config: Config): Config {
  return {
    ...config,
    collections: config.collections?.map((each) => (unrecorded.includes(each.slug) ? each : recorded(each))),
    globals: config.globals?.map(recordedGlobal),
  };
}

function recorded(config: CollectionConfig): CollectionConfig {
  const { slug, hooks = {} } = config;
  const hasDrafts = typeof config.versions === 'object' && Boolean(config.versions.drafts);
  return {
    ...config,
    hooks: {
      ...hooks,
      beforeChange: [
        ...(hooks.beforeChange ?? []),
        async ({ data, originalDoc, req }) => {
          if (!hasDrafts || !req.user || !originalDoc) return data;
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
          if (!hasDrafts) {
            const fields = operation === 'create' ? [] : changedFields(previousDoc, doc);
            const deed = operation === 'create' ? 'create' : 'change';
            if (deed === 'create' || fields.length > 0) await note(slug, deed, { subject, fields }, req);
            return doc;
          }
          const before = req.context[noteOf(subject)] ?? null;
          const now = await readPublic(slug, subject, req);
          if (before !== now) await note(slug, now ? 'publish' : 'unpublish', { subject }, req);
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
          if (req.user && fields.length > 0) await note(slug, 'change', { subject: null, fields }, req);
          return doc;
        },
      ],
    },
  };
}

async function note(
  slug: string,
  deed: Deed,
  { subject, fields = [], actor }: { subject: string | null; fields?: string[]; actor?: string },
  req: PayloadRequest,
): Promise<void> {
  await req.payload.create({
    collection: 'audit-events',
    data: {
      actor: `editor:${actor ?? req.user?.id}`,
      action: `cms-${slug}.${deed}`,
      subject,
      fields,
      at: new Date().toISOString(),
    },
    depth: 0,
    req,
  });
}

/** @returns when the public version of a document was saved; null for one that nobody can see. */
async function readPublic(slug: string, id: string, req: PayloadRequest): Promise<string | null> {
  const stored = (await req.payload.findByID({
    collection: slug as 'pages',
    id,
    depth: 0,
    select: { updatedAt: true, _status: true },
    disableErrors: true,
    req,
  })) as { updatedAt: string; _status?: string } | null;
  return stored?._status === 'published' ? stored.updatedAt : null;
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
