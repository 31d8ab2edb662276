import caseEvaluationSchema from './case-evaluation/schema.json' with { type: 'json' };
import caseEvaluationUi from './case-evaluation/ui.json' with { type: 'json' };
import { defineForm, type FormDefinition } from './definition.ts';

/** Every form of the product. Node only; the browser gets its definition from a loader. */
export const forms = {
  'case-evaluation': defineForm('case-evaluation', caseEvaluationSchema, caseEvaluationUi),
} satisfies Record<string, FormDefinition>;

export type FormName = keyof typeof forms;

export function getForm(name: FormName): FormDefinition {
  return forms[name];
}
