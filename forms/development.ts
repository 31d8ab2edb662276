import { defineForm, type FormDefinition } from './definition.ts';
import everyWidgetSchema from './fixtures/every-widget/schema.json' with { type: 'json' };
import everyWidgetUi from './fixtures/every-widget/ui.json' with { type: 'json' };
import { forms } from './registry.ts';

/** A form with everything that a form can ask: every widget, a condition, a group, declared rules, masked and secret answers. */
const everyWidget = defineForm('every-widget', everyWidgetSchema, everyWidgetUi);

/** @returns every form of the product, and the one that has everything, for tests and the pages of developers. */
export function allDefinitions(): FormDefinition[] {
  return [...Object.values(forms), everyWidget];
}
