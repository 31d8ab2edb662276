import type { Answers, FieldUi, FormDefinition } from '@claimdesk/forms/definition';
import type { Locator } from '@playwright/test';

/** Answers the questions of one step as a person does: types, chooses, ticks, and adds an item where one is missing. */
export async function fillStep(
  form: Locator,
  definition: FormDefinition,
  stepId: string,
  answers: Answers,
): Promise<void> {
  const fields = definition.ui.steps.find(({ id }) => id === stepId)?.fields ?? [];
  for (const name of fields) {
    const field = definition.ui.fields[name];
    if (field && Object.hasOwn(answers, name)) await answerField(form, name, field, answers[name]);
  }
}

async function answerField(form: Locator, name: string, field: FieldUi, answer: unknown): Promise<void> {
  const input = (part = '') => form.locator(`[name="${name}${part}"]`);
  switch (field.widget) {
    case 'yes-no':
    case 'choice':
      return form.locator(`[name="${name}"][value="${answer}"]`).check();
    case 'select':
      await input().selectOption(String(answer));
      return;
    case 'checkbox':
      return input().setChecked(answer === true);
    case 'list':
      return input().fill((answer as string[]).join(' ,  '));
    case 'date': {
      const [year = '', month = '', day = ''] = String(answer).split('-');
      await input('.month').fill(month);
      await input('.day').fill(day);
      return input('.year').fill(year);
    }
    case 'group': {
      for (const [at, row] of (answer as Answers[]).entries()) {
        if ((await form.locator(`[data-item="${at}"]`).count()) === 0) {
          await form.locator(`[name="_add"][value="${name}"]`).click();
        }
        for (const [inner, each] of Object.entries(field.fields ?? {})) {
          if (Object.hasOwn(row, inner)) await answerField(form, `${name}.${at}.${inner}`, each, row[inner]);
        }
      }
      return;
    }
    default:
      return input().fill(String(answer));
  }
}
