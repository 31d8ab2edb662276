import { expect, test } from 'vitest';
import { allDefinitions } from './development.ts';
import { isMilitaryCity, isMilitaryState, militaryStates, states } from './states.ts';

const all = { ...states, ...militaryStates };

test.each(allDefinitions().filter(({ ui }) => ui.fields.state))(
  'every state that $form offers is in the one list, and its schema takes no other',
  ({ form, schema, ui }) => {
    const offered = form.startsWith('attorney') || form === 'every-widget' ? states : all;
    expect(ui.fields.state?.options).toEqual(offered);
    expect(schema.properties?.state?.enum).toEqual(Object.keys(offered));
  },
);

test.each(['APO', 'fpo', 'A.P.O.', ' Dpo '])('this is a city of military mail: %s', (city) => {
  expect(isMilitaryCity(city)).toBe(true);
});

test.each(['', 'Apopka', 'APO AE', 'Ramstein', 'PO'])('this is none: %s', (city) => {
  expect(isMilitaryCity(city)).toBe(false);
});

test.each(['NJ', 'toString', ''])('this is no state of military mail: %s', (code) => {
  expect(isMilitaryState(code)).toBe(false);
});
