import { profileKindNames } from '../../api/casework/profile/profile-kinds.ts';
import type { ListedProcedure } from '../../api/testing/read-router.ts';
import type { Answers } from '../../forms/definition.ts';
import { developerForms } from '../../web/server/developer-forms.ts';
import { sampleOf } from './sample.ts';

type Schema = Parameters<typeof sampleOf>[0] & { format?: string };

/** @returns what a schema that allows null allows besides. */
function unwrap(schema: Schema): Schema {
  return schema.anyOf?.find(({ type }) => type !== 'null') ?? schema;
}

/** @returns every key of an input, such as `files.hash`. */
export function keysIn(schema: Schema, path = ''): { path: string; schema: Schema }[] {
  const { properties, items } = unwrap(schema);
  if (properties)
    return Object.entries(properties).flatMap(([name, each]) =>
      keysIn(each, path ? `${path}.${name}` : name),
    );
  return items ? keysIn(items, path) : [{ path, schema: unwrap(schema) }];
}

/** @returns all values of a key with few. */
export function choicesOf({ enum: values, type, ...rest }: Schema): unknown[] | undefined {
  if ('const' in rest) return [rest.const];
  return values ?? (type === 'boolean' ? [true, false] : undefined);
}

/** @returns each kind of input that a procedure takes. */
export const inputsOf = ({ schema }: ListedProcedure): Schema[] =>
  schema === undefined ? [] : ((schema.anyOf as Schema[] | undefined) ?? [schema]);

/** Values for keys of an input. */
type Chosen = Map<string, unknown>;

/** @returns every combination of the choices in an input. */
export function combinationsOf(schema: Schema): Chosen[] {
  return keysIn(schema).reduce<Chosen[]>(
    (found, { path, schema: each }) => {
      const choices = choicesOf(each);
      return choices ? found.flatMap((one) => choices.map((value) => new Map(one).set(path, value))) : found;
    },
    [new Map()],
  );
}

/** @returns an input with the chosen values in it; what is optional and not chosen is left out. */
export function makeInput(schema: Schema, chosen: Chosen, path = ''): unknown {
  if (chosen.has(path)) return chosen.get(path);
  const { properties, required = [], items } = unwrap(schema);
  const isChosen = (at: string) =>
    [...chosen.keys()].some((each) => each === at || each.startsWith(`${at}.`));
  if (properties) {
    const wanted = Object.entries(properties)
      .map(([name, each]) => ({ name, each, at: path ? `${path}.${name}` : name }))
      .filter(({ name, at }) => required.includes(name) || isChosen(at));
    return Object.fromEntries(wanted.map(({ name, each, at }) => [name, makeInput(each, chosen, at)]));
  }
  if (items) return [makeInput(items, chosen, path)];
  if (path === 'answers') return answersTo(String(chosen.get('kind')));
  return sampleOf(schema);
}

const known = new Map<string, Answers>();

/** @returns the example of a client's entries of this kind; nothing for what is no entry. */
export function answersTo(kind: string): Answers {
  const found = profileKindNames.find((each) => each === kind);
  const answers = known.get(kind) ?? (found ? developerForms.exampleOf(found) : {});
  known.set(kind, answers);
  return answers;
}
