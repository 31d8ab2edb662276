import { retentionRules } from '../../api/operations/retention-rules.ts';
import type { Deps } from '../../api/platform/deps.ts';

/** Applies one retention rule, as the run of a day does. @param name of the rule. @returns how many rows it deleted. */
export async function applyRetention(name: string, deps: Deps): Promise<number> {
  const rule = retentionRules.find((each) => each.name === name);
  if (!rule) throw new Error(`There is no retention rule ${name}.`);
  return rule.purge(deps, new Date(Date.now() - rule.days(deps.settings) * 24 * 60 * 60 * 1000));
}
