import { intakes, reviewedIntakes } from '../../forms/intakes.ts';
import { getForm } from '../../forms/registry.ts';
import { clientVerbs } from '../../web/app/office/clients/client-verbs.ts';

/**
 * Who may call what. The attack tests list pages and CMS collections from the code and look each one up here; procedures say it
 * themselves. They fail for anything that is not declared, and for declarations of things that no longer exist.
 */

/** The identities that every call is tried with. */
export const callers = [
  'nobody',
  'client',
  'otherClient',
  /** Staff of each role; `staff` is an admin. */
  'staff',
  'reviewer',
  'readOnly',
  'editor',
  'publisher',
  'cmsAdmin',
  /** Invalid cookies of every kind: guessed secrets, and a token with a changed signature. */
  'forged',
  /** A CMS token with `alg: none`. */
  'unsigned',
  /** Expired sessions of every kind. */
  'expired',
  /** Valid secrets, each in the wrong cookie. */
  'swapped',
] as const;
export type Caller = (typeof callers)[number];

export const audiences = {
  anyone: callers,
  client: ['client', 'otherClient'],
  staff: ['staff', 'reviewer', 'readOnly'],
  reviewers: ['staff', 'reviewer'],
  admins: ['staff'],
  nobody: [],
  editors: ['editor', 'publisher', 'cmsAdmin'],
  publishers: ['publisher', 'cmsAdmin'],
  cmsAdmins: ['cmsAdmin'],
} as const satisfies Record<string, readonly Caller[]>;
export type Audience = keyof typeof audiences;

export function mayCall(audience: Audience, caller: Caller): boolean {
  return (audiences[audience] as readonly Caller[]).includes(caller);
}

/** Input objects that allow any key, because the form's schema validates their content. */
export const openInputs = [
  'directory.add answers',
  'directory.change answers',
  'clients.register answers',
  'clients.signIn answers',
  'clients.emailPinCode answers',
  'clients.setPin answers',
  'claims.enterLetter answers',
  'matters.editClaim answers',
  'matters.editPerson answers',
  'matters.open answers',
  'profile.add answers',
  'profile.change answers',
  'profile.keepTyped answers',
];

export interface DeclaredPage {
  read: Audience;
  /** Who may post to it; undefined for pages without an action. */
  post?: Audience;
  /** The field of the required form token. */
  token?: '_token' | 'token';
  /** The other fields of a valid post, URL-encoded. */
  fields?: string;
  /** Part of the URL that an invalid token redirects to, for pages that don't answer with an error. */
  refusedTo?: string;
  /** Values for the path's parameters; an `id` left out is that of a real record. */
  params?: Record<string, string>;
}

const anyone = { read: 'anyone' } as const;
const staff = { read: 'staff' } as const;
const reviewers = { read: 'reviewers' } as const;
const admins = { read: 'admins' } as const;
const staffPost = { read: 'staff', post: 'staff', token: 'token' } as const;
const adminsPost = { read: 'admins', post: 'admins', token: 'token' } as const;
const form = { read: 'anyone', post: 'anyone', token: '_token' } as const;

/** The pages of a public form; see `intakePages` in `web/app/routes.ts`. */
function formPages({
  form: name,
  path,
  startsWithStep,
}: (typeof intakes)[number]): Record<string, DeclaredPage> {
  const step = getForm(name).ui.steps[0]?.id ?? '';
  return {
    ...(startsWithStep
      ? { [`${path}/:step?`]: form }
      : { [path]: anyone, [`${path}/:step`]: { ...form, params: { step } } }),
    [`${path}/sent`]: anyone,
    [`${path}/no-copy`]: anyone,
    [`${path}/copy.pdf`]: anyone,
    [`${path}/finish-later`]: form,
    // Called by our JavaScript only; a GET renders just the layout.
    [`${path}/keep`]: { ...form, fields: `_step=${step}` },
    // Deletes this browser's draft, and opens a draft by link or code: neither needs a form token.
    [`${path}/delete-answers`]: { read: 'anyone', post: 'anyone' },
    [`${path}/resume`]: { read: 'anyone', post: 'anyone' },
  };
}

/** The pages of a review queue; see `queuePages` there. */
const queuePages = ({
  queue: { path, calls, rejection, invitesToSign },
}: (typeof reviewedIntakes)[number]): Record<string, DeclaredPage> => ({
  [path]: { ...staffPost, fields: 'query=Smith' },
  [`${path}/:id`]: staff,
  ...(calls ? { [`${path}/:id/call`]: reviewers } : {}),
  ...(rejection ? { [`${path}/:id/reject`]: reviewers } : {}),
  ...(invitesToSign ? { [`${path}/:id/invite`]: reviewers } : {}),
  [`${path}/:id/delete`]: admins,
  [`${path}/:id/pdf`]: staff,
});

function merge(groups: Record<string, DeclaredPage>[]): Record<string, DeclaredPage> {
  return Object.assign({}, ...groups);
}

/** Every route of `web/app/routes.ts`. */
export const pages: Record<string, DeclaredPage> = {
  '/': anyone,
  '/attorney-directory': anyone,
  '/articles/:slug': { ...anyone, params: { slug: 'technical-denial' } },
  '/search': anyone,
  '/contact': anyone,
  ...merge(intakes.map(formPages)),
  '/sign-contract/agreement': { read: 'anyone', post: 'anyone' },
  '/verify': { read: 'anyone', post: 'anyone' },
  '/client-login': form,
  '/client-login/forgot-pin': form,
  '/client-login/new-pin': form,
  '/client-register': form,
  '/:slug': { ...anyone, params: { slug: 'faq' } },
  '/*': { ...anyone, params: { '*': 'no-such-page' } },
  // A GET of a log-out route redirects to the section's start page; a POST without a session redirects to sign-in.
  '/client-portal/logout': { read: 'anyone', post: 'client' },
  // Keeps a cookie that says nothing about anybody.
  '/client-portal/sidebar': { read: 'anyone', post: 'anyone' },
  '/client-portal': { read: 'client' },
  '/client-portal/address': { read: 'client', post: 'client' },
  '/client-portal/phones': { read: 'client', post: 'client' },
  '/client-portal/emails': { read: 'client', post: 'client' },
  '/client-portal/emails/verify': { read: 'client', post: 'client' },
  '/client-portal/emergency': { read: 'client', post: 'client' },
  '/client-portal/treatment': { read: 'client', post: 'client' },
  '/client-portal/*': { read: 'client', params: { '*': 'no-such-page' } },
  '/client-portal/activity': { read: 'client' },
  '/client-portal/confirm': { read: 'client', post: 'client' },
  '/client-portal/claim': { read: 'client' },
  '/client-portal/claim/letter': { read: 'client', post: 'client' },
  '/client-portal/claim/dates/:date/file': { read: 'client', params: { date: '0'.repeat(24) } },
  '/client-portal/downloads': { read: 'client' },
  '/client-portal/downloads/:document/file': { read: 'client', params: { document: 'client-contract' } },
  // A post comes with its files, which these posts lack: `tests/client-uploads.test.ts` sends them.
  '/client-portal/uploads': { read: 'client', post: 'client' },
  '/client-portal/uploads/:document/file': { read: 'client', params: { document: '0'.repeat(24) } },
  '/admin': anyone,
  '/admin/login': { read: 'anyone', post: 'anyone' },
  '/admin/welcome': { read: 'anyone', post: 'anyone' },
  '/admin/login/sso': anyone,
  '/admin/login/sso/return': anyone,
  '/admin/login/code': { read: 'anyone', post: 'anyone' },
  '/admin/logout': { ...staffPost, read: 'anyone', refusedTo: '/admin/dashboard' },
  '/admin/exports/file': {
    ...adminsPost,
    read: 'anyone',
    fields: 'kind=evaluations&format=csv&from=2026-01-01&to=2026-01-31',
    refusedTo: 'problem=old-page',
  },
  '/admin/dashboard': { ...staffPost, fields: 'query=Smith' },
  '/admin/client/:id': staff,
  '/admin/client/:id/timeline': staff,
  '/admin/client/:id/print': staff,
  '/admin/client/:id/reveal': reviewers,
  // A document comes with its file, which these posts lack: `tests/client-uploads.test.ts` sends them.
  '/admin/client/:id/add-document': { read: 'reviewers', post: 'reviewers' },
  '/admin/client/:id/upload': { read: 'anyone', post: 'reviewers' },
  '/admin/client/:id/documents/:document/file': staff,
  ...merge(
    [
      ...['change', 'handled', 'delete'].map((verb) => `documents/:document/${verb}`),
      ...['evaluations', 'contracts'].flatMap((folder) =>
        ['link', 'separate'].map((verb) => `${folder}/:record/${verb}`),
      ),
      ...['link-evaluation', 'link-contract', 'add-note', 'notes/:note/correct', 'notes/:note/edit'],
      ...['notices/:notice/sent', 'notices/:notice/not-sent', 'claim'],
      ...Object.keys(clientVerbs),
    ].map((dialog) => ({ [`/admin/client/:id/${dialog}`]: reviewers })),
  ),
  '/admin/today': staff,
  '/admin/matters': { ...staffPost, fields: 'query=Smith' },
  '/admin/matters/new': reviewers,
  '/admin/matters/:id': staff,
  ...merge(
    [
      ...[
        'letter',
        'letter/:kind',
        'filed',
        'task',
        'note',
        'call/:phone',
        'finish/:duty',
        'correct/:event',
        'take-out/:event',
        'move/:duty',
        'claim',
        'person',
        'merge/:into',
        'records',
        'records/:request/received',
        'records/:request/sent',
      ],
    ].map((dialog) => ({
      [`/admin/matters/:id/${dialog}`]: { ...reviewers, params: { id: 'M-26-0000', kind: 'decision' } },
    })),
  ),
  '/admin/matters/:id/delete': { ...admins, params: { id: 'M-26-0000' } },
  '/admin/sign-desk': staff,
  '/admin/contracts/:id/countersign': reviewers,
  '/admin/contracts/:id/ssa-1696': staff,
  '/admin/contracts/:id/ssa-1696/reveal': reviewers,
  // A file comes with its post, which these lack.
  '/admin/import': { read: 'reviewers', post: 'reviewers' },
  '/admin/import/:id': reviewers,
  '/admin/import/:id/take-back': reviewers,
  '/admin/contracts': { ...staffPost, fields: 'query=Smith' },
  '/admin/contracts/:id': staff,
  '/admin/contracts/:id/reveal': reviewers,
  '/admin/contracts/:id/delete': admins,
  '/admin/contracts/:id/pdf': staff,
  ...merge(reviewedIntakes.map(queuePages)),
  '/admin/attorneys': { ...staffPost, fields: 'query=Smith' },
  '/admin/attorneys/new': reviewers,
  '/admin/attorneys/:id': reviewers,
  '/admin/attorneys/:id/delete': reviewers,
  '/admin/exports': admins,
  '/admin/client-logins': reviewers,
  '/admin/mail': staff,
  '/admin/new-addresses': staff,
  '/admin/*': { ...staff, params: { '*': 'no-such-page' } },
  '/admin/audit': admins,
  '/admin/retention': admins,
  '/admin/calendar': staff,
  '/admin/reports': staff,
  // Its secret lets in, not a session: to those without one there is nothing.
  '/admin/calendar.ics': anyone,
  '/admin/account': staff,
  '/admin/account/calendar': staff,
  '/admin/account/two-step': staff,
  '/admin/account/passkeys': staff,
  '/admin/confirm': { ...staffPost, fields: 'way=none' },
  '/admin/staff': admins,
  '/admin/staff/turn-off-shared-password': admins,
  '/admin/staff/invite': admins,
  '/admin/staff/two-step': admins,
  '/admin/staff/:id': admins,
  '/admin/staff/:id/disable': admins,
  '/admin/staff/:id/enable': admins,
  '/admin/system': staff,
  '/admin/sign-out-everywhere': staffPost,
  '/admin/remove-samples': admins,
  // Developer pages exist only with DEVELOPER_PAGES=1.
  '/dev/forms': { read: 'nobody' },
  '/dev/forms/:form/:state': { read: 'nobody', post: 'nobody', params: { form: 'contract', state: 'empty' } },
  '/appeal-deadline.ics': anyone,
  '/articles.xml': anyone,
  '/robots.txt': anyone,
  '/sitemap.xml': anyone,
};

export interface DeclaredCollection {
  /** Never 'anyone': visitors read content through the site. */
  read: Audience;
  create: Audience;
  update: Audience;
  delete: Audience;
  /** Who may move documents to the trash; undefined for collections without one. */
  trash?: Audience;
  versions: Audience;
}

const editable: DeclaredCollection = {
  read: 'editors',
  create: 'editors',
  update: 'editors',
  delete: 'cmsAdmins',
  versions: 'editors',
};
const withTrash: DeclaredCollection = { ...editable, trash: 'cmsAdmins' };
const closed: DeclaredCollection = {
  read: 'nobody',
  create: 'nobody',
  update: 'nobody',
  delete: 'nobody',
  versions: 'nobody',
};
const settings = { read: 'editors', update: 'publishers', versions: 'editors' } as const;

/** Every collection of `cms/payload.config.ts`, and those that Payload adds. */
export const collections: Record<string, DeclaredCollection> = {
  pages: withTrash,
  articles: withTrash,
  faq: withTrash,
  testimonials: withTrash,
  people: withTrash,
  listings: withTrash,
  attorneys: { ...editable, create: 'publishers', update: 'publishers' },
  figures: { ...closed, read: 'editors', update: 'publishers', versions: 'editors' },
  media: { ...editable, update: 'publishers' },
  redirects: { ...editable, create: 'cmsAdmins', update: 'cmsAdmins' },
  'revision-locks': closed,
  receipts: { ...closed, read: 'editors', versions: 'editors' },
  'audit-events': closed,
  // Users may read and change their own account, admins all of them; the attack uses another person's.
  users: { ...closed, read: 'cmsAdmins', create: 'cmsAdmins', update: 'cmsAdmins', delete: 'cmsAdmins' },
  'payload-kv': closed,
  'payload-jobs': closed,
  'payload-preferences': {
    ...closed,
    read: 'editors',
    create: 'editors',
    update: 'editors',
    delete: 'editors',
  },
  'payload-migrations': closed,
};

/** Every global of `cms/payload.config.ts`. */
export const globals: Record<string, Pick<DeclaredCollection, 'read' | 'update' | 'versions'>> = {
  site: settings,
  navigation: settings,
};

/** Scheduled publishing, for everyone who may publish. */
function calendarOf(slug: string): Record<string, Audience> {
  return {
    [`get ${slug}/calendar`]: 'editors',
    [`post ${slug}/:id/calendar`]: 'publishers',
    [`delete ${slug}/:id/calendar/:entry`]: 'publishers',
  };
}

/** CMS endpoints other than the standard ones for documents. */
export const cmsCalls: Record<string, Audience> = {
  'get /access': 'editors',
  ...calendarOf('pages'),
  ...calendarOf('articles'),
  ...calendarOf('faq'),
  // Redirects to the site's own URL of the file, which is public.
  'get media/file/:filename': 'anyone',
  'post /samples/remove': 'publishers',
  'post receipts/:id/check': 'editors',
  // Figures are changed one by one.
  'patch figures/': 'nobody',
  // Users see their own account, and admins all of them.
  'get users/': 'editors',
  'get users/count': 'editors',
  // Another person's preferences by id; users change their own by key.
  'patch payload-preferences/:id': 'nobody',
  'post payload-preferences/:id/duplicate': 'nobody',
  'get media/paste-url/:id?': 'nobody',
  'post users/login': 'anyone',
  'post users/logout': 'editors',
  'get users/me': 'anyone',
  'get users/init': 'editors',
  'post users/refresh-token': 'editors',
  'post users/forgot-password': 'nobody',
  'post users/reset-password': 'nobody',
  'post users/first-register': 'nobody',
  'post users/unlock': 'cmsAdmins',
  'post users/verify/:id': 'nobody',
  'get payload-jobs/run': 'nobody',
  'get payload-jobs/handle-schedules': 'nobody',
  'get payload-preferences/:key': 'editors',
  'post payload-preferences/:key': 'editors',
  'delete payload-preferences/:key': 'editors',
};
