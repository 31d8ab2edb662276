import { addMissingFigures } from '@claimdesk/cms/add-missing-figures';
import { type DatedValue, dayOf } from '@claimdesk/cms/dated-values';
import { figureDefinitions } from '@claimdesk/cms/figures';
import { firstValues } from '@claimdesk/cms/first-figures';
import { easternToday } from '@claimdesk/forms/eastern-time';
import type { Migration } from '#api/platform/database/migrate.ts';

/** The settings "Facts and figures" of the versions before: one value per figure, and the day of the last check of all. */
type Facts = Record<string, unknown> & { asOf?: Date | string };

/**
 * Figures used to have one value each, in one global; now each is a document with values by date. What the seed wrote gets
 * the history that a new database has. What editors wrote is kept as the only value, in force since the day on which they
 * checked it (yearly amounts: since their year began, if that is another year), without a source and due for review at once.
 *
 * The global is left in place, because the previous version may still be serving from it.
 */
export const datedFigures: Migration = {
  id: '2026-11-23-dated-figures',
  async run({ portal, settings }) {
    const content = portal.useDb(settings.CMS_DATABASE, { useCache: true });
    const facts = await content.collection('globals').findOne<Facts>({ globalType: 'facts' });
    if (facts) await addMissingFigures(content.collection('figures'), writtenByEditors(facts));
  },
};

function writtenByEditors(facts: Facts): Record<string, DatedValue[]> {
  const today = easternToday();
  const checked = facts.asOf ? dayOf(new Date(facts.asOf).toISOString()) : today;
  const year = String(facts.factsYear ?? '');
  const values: Record<string, DatedValue[]> = {};
  for (const { name, yearly } of figureDefinitions) {
    const stored = facts[name];
    const value = stored === undefined || stored === null ? '' : String(stored);
    if (!value || firstValues[name]?.some((first) => first.value === value)) continue;
    const isOfAnotherYear = yearly && /^20\d\d$/.test(year) && !checked.startsWith(year);
    const since = isOfAnotherYear ? `${year}-01-01` : checked;
    // A day in the future would leave the site without the figure until then.
    const validFrom = since < today ? since : today;
    values[name] = [{ value, validFrom, checkedOn: checked, reviewBy: validFrom }];
  }
  return values;
}
