import type { Answers, FieldUi, FormDefinition } from '@claimdesk/forms/definition';
import type { Locator } from '@playwright/test';

/** Fills in one step through its inputs, and adds items to groups as needed. */
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
      for (const [index, row] of (answer as Answers[]).entries()) {
        if ((await form.locator(`[data-item="${index}"]`).count()) === 0) {
          await form.locator(`[name="_add"][value="${name}"]`).click();
        }
        for (const [inner, innerField] of Object.entries(field.fields ?? {})) {
          if (Object.hasOwn(row, inner))
            await answerField(form, `${name}.${index}.${inner}`, innerField, row[inner]);
        }
      }
      return;
    }
    default:
      return input().fill(String(answer));
  }
}
