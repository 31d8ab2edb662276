import type { IntakeForm } from '@claimdesk/forms/intakes';
import { getForm } from '@claimdesk/forms/registry';
import { newAddress } from './address.ts';
import { formPages } from './form-pages.ts';
import { hiddenField, type Page, plainBrowser } from './plain-browser.ts';
import { proofFor } from './proof.ts';

/** Where a site runs; by default the one of the journeys. */
interface Where {
  url?: string;
  dataDir?: string;
  address?: string;
}

/**
 * Fills in a public form and sends it, page by page, as a browser without script does.
 *
 * @param typed by field; a date in ISO 8601, a ticked box as `on`. @returns the last page, with the reference.
 */
export async function sendForm(
  form: IntakeForm,
  typed: Partial<Record<string, string>>,
  { url = process.env.SITE_URL ?? '', dataDir, address = newAddress() }: Where = {},
): Promise<Page & { reference: string }> {
  const { steps, fields } = getForm(form).ui;
  const { path, first } = formPages[form];
  const browser = plainBrowser(url, address);
  const _token = hiddenField(await browser.open(first), '_token');
  for (const step of steps) {
    const entries = step.fields.flatMap((name) => entriesOf(name, typed[name], fields[name]?.widget));
    const last = step === steps.at(-1);
    // A contract can only be signed on the page that shows its agreement.
    if (last) await browser.open(`${path}/${step.id}`);
    const own = { _token, ...(last && { _proof: await proofFor(form, dataDir) }) };
    const sent = await browser.post(`${path}/${step.id}`, { ...Object.fromEntries(entries), ...own });
    if (sent.status !== 303) throw new Error(`${form} ${step.id} is answered ${sent.status}.`);
    if (!last) continue;
    const page = await browser.open(sent.location);
    const [reference = ''] = /\b[0-9A-Z]{4}-[0-9A-Z]{4}\b/.exec(page.html) ?? [];
    return { ...page, reference };
  }
  throw new Error(`${form} has no steps.`);
}

function entriesOf(name: string, value: string | undefined, widget?: string): [string, string][] {
  if (value === undefined) return [];
  if (widget !== 'date') return [[name, value]];
  const [year = '', month = '', day = ''] = value.split('-');
  return [
    [`${name}.month`, month],
    [`${name}.day`, day],
    [`${name}.year`, year],
  ];
}
