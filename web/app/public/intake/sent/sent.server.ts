import { sentText } from '@claimdesk/forms/define-intake';
import { getForm } from '@claimdesk/forms/registry';
import type { SiteContext } from '#web/app/context.ts';
import { type IntakeForm, intakeForms } from '#web/app/public/intake/intake-forms.ts';
import type { Outputs } from '#web/app/trpc.ts';
import { isRefused } from '#web/app/ui/pages/procedure-errors.server.ts';

export interface Sent {
  reference: string;
  title: string;
  text: string;
  /** A copy of the answers, for one hour and only in the browser that sent them; otherwise null. */
  copy: Outputs['intake']['copy']['sections'] | null;
  /** What the answers mean for the sender, as long as the copy exists. */
  notices: Outputs['intake']['copy']['notices'];
  /** The attorney that the sender asked about in the directory, as long as the copy exists. */
  referral: string | null;
  /** The last day to appeal, for the sender who gave the date on a letter, as long as the copy exists. */
  appealBy: Outputs['intake']['copy']['appealBy'];
  /** Whether the sender is a client whose contract we have. */
  isRepresented: boolean;
}

type Visit = Pick<SiteContext, 'api' | 'cookies'>;

/** Which form was just sent, and under which reference: `case-evaluation.K7QH-M9XA`. */
const cookie = 'sent';
const shape = /^([a-z-]{1,40})\.([A-Z0-9]{4}-[A-Z0-9]{4})$/;
/** As long as the copy exists, so that a reload or a look at another page loses nothing. */
const seconds = 60 * 60;

/** Lets the page after a form repeat its confirmation, in this browser and for one hour. */
export function rememberSent({ cookies }: Pick<Visit, 'cookies'>, form: IntakeForm, reference: string): void {
  cookies.set(cookie, `${form.name}.${reference}`, { sameSite: 'Lax', maxAge: seconds });
}

export function forgetSent({ cookies }: Pick<Visit, 'cookies'>): void {
  if (cookies.get(cookie)) cookies.clear(cookie);
}

/**
 * @param path of the asking page: it confirms only forms that end on it.
 * @returns the form that this browser sent in the last hour, with its confirmation; null where there is none.
 */
export async function readJustSent(
  { api, cookies }: Visit,
  place: string,
): Promise<{ form: IntakeForm['name']; sent: Sent } | null> {
  const [, name, reference = ''] = shape.exec(cookies.get(cookie) ?? '') ?? [];
  const form = intakeForms.find((each) => each.name === name && each.sent.to === place);
  // That page must work without the confirmation.
  return form
    ? {
        form: form.name,
        sent: await readSent(api, form, reference).catch(() => bare(form, reference, false)),
      }
    : null;
}

/** @returns the confirmation of a form that was sent under a reference from this browser. */
export async function readSent(api: Visit['api'], form: IntakeForm, reference: string): Promise<Sent> {
  const [isRepresented, copy] = await Promise.all([
    api.intake.isRepresented(),
    api.intake.copy({ form: form.name }).catch((error: unknown) => {
      if (isRefused(error, 'not-found')) return null;
      throw error;
    }),
  ]);
  const own = copy?.reference === reference ? copy : null;
  if (!own) return bare(form, reference, isRepresented);
  const { sections, notices, referral, appealBy, callBack } = own;
  const sent = bare(form, reference, isRepresented, callBack ?? undefined);
  return { ...sent, copy: sections, notices, referral, appealBy };
}

/** @param callBack when the sender was promised a call, where that is known. */
function bare(
  { name, sent }: IntakeForm,
  reference: string,
  isRepresented: boolean,
  callBack?: string,
): Sent {
  const { ui } = getForm(name);
  const text = sentText(sent, ui, callBack);
  const unknown = { copy: null, notices: [], referral: null, appealBy: null };
  return { reference, title: ui.successTitle, text, ...unknown, isRepresented };
}
