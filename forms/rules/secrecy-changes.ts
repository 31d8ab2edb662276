import type { FieldUi, FormUi } from '../definition.ts';
import { additive, type Change, exposing } from './change.ts';

/** What is stored in clear, shown or printed, and was not. Answers that were sent stay as they are stored. */
export function compareSecrecy(was: FormUi, is: FormUi): Change[] {
  return Object.entries(is.fields).flatMap(([name, now]) => {
    const before = was.fields[name];
    if (before) return [...compareStorage(name, before, now), ...compareShown(name, before, now)];
    return now.open && isTyped(now)
      ? [exposing(`"${name}" is new, typed and open: personal data would be stored in clear.`)]
      : [];
  });
}

/** What is chosen or counted says little about a person; what is typed may say anything. */
function isTyped({ widget }: FieldUi): boolean {
  return !['yes-no', 'choice', 'select', 'checkbox', 'number'].includes(widget);
}

function compareStorage(name: string, was: FieldUi, is: FieldUi): Change[] {
  if (!is.open) return was.open ? [additive(`"${name}" is stored encrypted from now on.`)] : [];
  if (!was.open) return [exposing(`"${name}" became open: personal data would be stored in clear.`)];
  const grown = Object.keys(is.fields ?? {}).filter((inner) => !was.fields?.[inner]);
  const typed = isTyped(is) && !isTyped(was) ? [name] : grown.map((inner) => `${name}[].${inner}`);
  return typed.map((path) =>
    exposing(`"${path}" is open, and people can type into it now: personal data would be stored in clear.`),
  );
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
