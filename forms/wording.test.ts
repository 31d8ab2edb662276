import { expect, test } from 'vitest';
import { getForm } from './registry.ts';
import { consentWording } from './wording.ts';

// 47 CFR 64.1200(f)(9), and what carriers ask of senders: what for, how often, no condition, how to stop and get help.
test('who allows texts reads what they are for, how often they come, that it is no condition, and how to stop them', () => {
  const wording = consentWording(getForm('phone-number'), 'text_consent');
  for (const words of [
    /to this number/,
    /about your claim/,
    /How often depends/,
    /do not have to agree/,
    /rates may apply/,
    /STOP/,
    /HELP/,
  ])
    expect(wording).toMatch(words);
});
