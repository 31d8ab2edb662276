import { isDeepStrictEqual } from 'node:util';
import type { FieldUi, FormDefinition, FormUi, JsonSchema } from '../definition.ts';
import { additive, asking, breaking, type Change, exposing } from './change.ts';

/** Keywords where a larger number allows less, and those where a smaller one does. */
const floors = ['minLength', 'minimum', 'minItems'] as const;
const ceilings = ['maxLength', 'maximum', 'maxItems'] as const;
/** Keywords where no one can say which of two values allows more; only taking them away is surely looser. */
const opaque = ['pattern', 'format', 'const', 'uniqueItems'] as const;

/** @returns what changed since a release, in the order of the fields; nothing when the two are equal. */
export function compareDefinitions(released: FormDefinition, current: FormDefinition): Change[] {
  if (released.version === current.version) return [];
  const changes = [
    ...compareObjects('', released.schema, current.schema),
    ...compareConditions(released.schema, current.schema),
    ...compareRules(released, current),
    ...compareSecrecy(released.ui, current.ui),
  ];
  if (!isDeepStrictEqual(displayOf(released.ui), displayOf(current.ui)))
    changes.push(additive('The words or the order of the page changed.'));
  return changes.length > 0
    ? changes
    : [additive('The files were rewritten without changing what they say.')];
}

/** @returns what people read of a form, and in which order: without what `compareRules` and `compareSecrecy` look at. */
function displayOf({ $schema, fields, ...ui }: FormUi): object {
  return { ...ui, order: Object.keys(fields), fields: fieldWords(fields) };
}

function fieldWords(fields: FormUi['fields']): object {
  const words = Object.entries(fields).map(([name, field]: [string, FieldUi & { open?: boolean }]) => {
    // Releases up to 1.0 said with `open` what was stored in clear.
    const { open, masked, secret, rules = [], fields: questions, ...rest } = field;
    const ruleWords = rules.map(({ message, advice, errorTitle, errorText }) => [
      message,
      advice,
      errorTitle,
      errorText,
    ]);
    return [name, { ...rest, ruleWords, questions: questions && fieldWords(questions) }];
  });
  return Object.fromEntries(words);
}

function compareObjects(prefix: string, before: JsonSchema, after: JsonSchema): Change[] {
  const changes: Change[] = [];
  for (const [name, old] of Object.entries(before.properties ?? {})) {
    const path = `${prefix}${name}`;
    const now = after.properties?.[name];
    if (!now)
      changes.push(breaking(`"${path}" was removed; keep it and mark it "deprecated": true instead.`));
    else if (!now.deprecated)
      changes.push(...compareValues(path, old, now), ...compareRequired(name, path, before, after));
    else changes.push(...compareValues(path, old, now));
    if (now?.deprecated && !old.deprecated) changes.push(additive(`"${path}" is no longer asked.`));
  }
  for (const name of Object.keys(after.properties ?? {})) {
    if (before.properties?.[name]) continue;
    // Stored answers name the version they were given under, so a new question may be required; a group inside one may not
    // grow that way, because its answer is one value.
    const grown = prefix !== '' && after.required?.includes(name);
    const sentence = `"${prefix}${name}" is new${grown ? ' and required; stored answers lack it' : ''}.`;
    changes.push(grown ? breaking(sentence) : additive(sentence));
  }
  return changes;
}

function compareRequired(name: string, path: string, before: JsonSchema, after: JsonSchema): Change[] {
  const was = before.required?.includes(name) ?? false;
  const is = after.required?.includes(name) ?? false;
  if (is && !was) return [asking(`"${path}" became required; drafts without it are asked for it.`)];
  return was && !is ? [additive(`"${path}" is no longer required of everyone.`)] : [];
}

function compareValues(path: string, before: JsonSchema, after: JsonSchema): Change[] {
  if (before.type !== after.type) {
    return [
      breaking(`"${path}" changed its type from ${before.type} to ${after.type}; add a new field instead.`),
    ];
  }
  const changes = [...compareBounds(path, before, after), ...compareOptions(path, before, after)];
  for (const keyword of opaque) {
    if (isDeepStrictEqual(before[keyword], after[keyword])) continue;
    if (after[keyword] === undefined || (keyword === 'uniqueItems' && !after.uniqueItems))
      changes.push(additive(`"${path}" lost its ${keyword}.`));
    else changes.push(breaking(`"${path}" has a new ${keyword}, which stored answers may not meet.`));
  }
  if (before.type === 'array')
    changes.push(...compareValues(`${path}[]`, before.items ?? {}, after.items ?? {}));
  if (before.type === 'object') changes.push(...compareObjects(`${path}.`, before, after));
  return changes;
}

function compareBounds(path: string, before: JsonSchema, after: JsonSchema): Change[] {
  const limits = [
    ...floors.map((keyword) => ({
      keyword,
      was: before[keyword] ?? -Infinity,
      is: after[keyword] ?? -Infinity,
    })),
    // Turned round, so that the larger number is the tighter one here too.
    ...ceilings.map((keyword) => ({
      keyword,
      was: -(before[keyword] ?? Infinity),
      is: -(after[keyword] ?? Infinity),
    })),
  ];
  return limits
    .filter(({ was, is }) => was !== is)
    .map(({ keyword, was, is }) =>
      is > was
        ? breaking(`"${path}" has a tighter ${keyword}, which stored answers may not meet.`)
        : additive(`"${path}" has a looser ${keyword}.`),
    );
}

function compareOptions(path: string, before: JsonSchema, after: JsonSchema): Change[] {
  if (before.enum && !after.enum) return [additive(`"${path}" takes any value now.`)];
  if (!before.enum && after.enum) return [breaking(`"${path}" takes only certain values now.`)];
  const was = before.enum ?? [];
  const is = after.enum ?? [];
  return [
    ...was
      .filter((each) => !is.includes(each))
      .map((each) => breaking(`"${path}" lost the option "${each}".`)),
    ...is
      .filter((each) => !was.includes(each))
      .map((each) => additive(`"${path}" has the new option "${each}".`)),
  ];
}

/**
 * A question that becomes conditional asks less, and answers to it are dropped, not refused. A question that is asked
 * of more people than before may be missing from stored answers, and is breaking where it is required.
 */
function compareConditions(before: JsonSchema, after: JsonSchema): Change[] {
  const changes: Change[] = [];
  for (const [name, property] of Object.entries(after.properties ?? {})) {
    if (!before.properties?.[name] || property.deprecated) continue;
    const was = conditionOf(before, name);
    const is = conditionOf(after, name);
    if (isDeepStrictEqual(was, is)) continue;
    const wasAlwaysAsked = was === undefined && (before.required?.includes(name) ?? false);
    changes.push(
      is?.required && !wasAlwaysAsked
        ? asking(`"${name}" is required under another condition; drafts without it are asked for it.`)
        : additive(`"${name}" is asked under another condition.`),
    );
  }
  return changes;
}

/** The words of a declared rule do not count; that there is one more or one less does. */
function compareRules(released: FormDefinition, current: FormDefinition): Change[] {
  return Object.keys(released.schema.properties ?? {}).flatMap((name) => {
    const [was, is] = [released, current].map(({ ui }) =>
      (ui.fields[name]?.rules ?? []).map(({ message, advice, errorTitle, errorText, ...rule }) => rule),
    );
    const lacking = (these: typeof was = [], those: typeof was = []) =>
      these.filter((rule) => !those.some((each) => isDeepStrictEqual(each, rule)));
    return [
      ...lacking(is, was).map(({ rule }) =>
        breaking(`"${name}" has a new rule "${rule}", which stored answers may not meet.`),
      ),
      ...(isAsked(current, name) ? lacking(was, is) : []).map((rule) =>
        exposing(`"${name}" lost its rule ${describeRule(rule)}: answers that were refused would pass.`),
      ),
    ];
  });
}

function isAsked({ ui }: FormDefinition, name: string): boolean {
  return ui.steps.some(({ fields }) => fields.includes(name));
}

function describeRule({ rule, ...parameters }: { rule: string }): string {
  const words = Object.values(parameters).map((each) => JSON.stringify(each));
  return [`"${rule}"`, ...words].join(' ');
}

/** @returns the part of a condition that concerns one field. */
function conditionOf(schema: JsonSchema, field: string) {
  for (const entry of schema.allOf ?? []) {
    const hiddenWhenTrue = entry.then?.properties?.[field] === false;
    const hiddenWhenFalse = entry.else?.properties?.[field] === false;
    const required = [entry.then, entry.else].some((branch) => branch?.required?.includes(field));
    if (hiddenWhenTrue || hiddenWhenFalse || required) {
      return { condition: entry.if, hiddenWhenTrue, hiddenWhenFalse, required };
    }
  }
  return undefined;
}

/** What is shown or printed, and was not. */
function compareSecrecy(was: FormUi, is: FormUi): Change[] {
  return Object.entries(is.fields).flatMap(([name, now]) => {
    const before = was.fields[name];
    return before ? compareShown(name, before, now) : [];
  });
}

function compareShown(name: string, was: FieldUi, is: FieldUi): Change[] {
  const changes: Change[] = [];
  if (was.secret && !is.secret)
    changes.push(exposing(`"${name}" is no longer secret: it would be shown, printed and exported.`));
  if (was.masked && !is.masked && !is.secret)
    changes.push(
      exposing(`"${name}" is no longer masked: all of it would be shown, mailed, printed and exported.`),
    );
  if ((is.secret && !was.secret) || (is.masked && !was.masked))
    changes.push(additive(`"${name}" is shown less than before.`));
  for (const [inner, question] of Object.entries(is.fields ?? {})) {
    const before = was.fields?.[inner];
    if (before) changes.push(...compareShown(`${name}[].${inner}`, before, question));
  }
  return changes;
}
