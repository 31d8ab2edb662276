import { expect, test } from 'vitest';
import {
  firstNames,
  makeAttorney,
  makeEvaluation,
  makePerson,
  makeWords,
  seededRandom,
  surnameBeginnings,
  surnameEndings,
} from './demo-people.ts';

const random = seededRandom();
const words = makeWords(random);
const surname = new RegExp(`^(${surnameBeginnings.join('|')})(${surnameEndings.join('|')})$`);

test('made-up people have no name that is not of the lists', () => {
  for (let count = 0; count < 5_000; count += 1) {
    const person = makePerson(random, words);
    const { first_name, last_name } = makeEvaluation(random, words);
    const { name, firm, city } = makeAttorney(random, words);
    const [first = '', last = '', ...more] = name.split(' ');
    const [one = '', other = '', law] = firm.split(' ');
    expect([more, law]).toEqual([[], 'Law']);
    for (const each of [person.firstName, first_name, first]) expect(firstNames).toContain(each);
    for (const each of [person.lastName, last_name, last, one, other, city]) expect(each).toMatch(surname);
  }
});

test('no name of the lists is twice in them, so that as many differ as searches are measured with', () => {
  expect(new Set(words.first).size).toBe(200);
  expect(new Set(words.last).size).toBe(8_000);
});

test('no surname makes an offensive word', () => {
  const offensive =
    /rape|anal|anus|tit|cum|sex|cock|dick|fuck|shit|cunt|puss|slut|whore|fag|nigg|twat|wank|piss|crap|penis|turd|nazi|hitler/i;
  const all = surnameBeginnings.flatMap((beginning) => surnameEndings.map((ending) => beginning + ending));
  expect([...all, ...firstNames].filter((name) => offensive.test(name))).toEqual([]);
});
