import { useEffect, useLayoutEffect, useRef } from 'react';
import { useActionData, useLocation } from 'react-router';
import { logsOut } from '#web/app/ui/session/session-kind.ts';
import { staffSession } from './staff-session.ts';

/** What is being typed in a dialog. */
interface Draft {
  /** Values by the names of the fields. */
  fields: Record<string, string>;
  /** The hidden fields of the form, such as its key and the version of what it changes. */
  hidden: Record<string, string>;
}

const prefix = 'draft/';
/** The account whose drafts this tab keeps. */
const ownerName = 'drafts-of';
/** The path of the dialog that was posted last. */
const sentName = 'draft-sent';

const keptTypes = ['text', 'email', 'tel', 'search', 'number', 'date', 'time', 'radio'];
const isSecret = (name: string) => /(^|[-_])(token|code|pin|ssn|password)($|[-_])/i.test(name);

/**
 * Keeps what is typed in a dialog's form for as long as this tab is open, so that a reload, a lost connection or the end of
 * the session loses nothing, and puts it back when the dialog is opened again. Leaves out passwords, codes, Social Security
 * numbers, files, and checkboxes, which confirm something anew each time.
 *
 * @param within an element of the form. @param onBegun is told the hidden fields that a draft was begun with.
 */
export function useDraft(
  within: React.RefObject<HTMLInputElement | null>,
  onBegun?: (hidden: Draft['hidden']) => void,
): void {
  const { pathname } = useLocation();
  const tellBegun = useRef(onBegun);
  tellBegun.current = onBegun;
  const isAnswer = useActionData() !== undefined;
  useEffect(() => {
    const form = within.current?.form;
    if (!form?.closest('dialog')) return;
    const first = isAnswer || wasTyped(form) ? null : JSON.stringify(readFields(form));
    // A draft goes on with the key and the version that it was begun with, so that a change meanwhile is noticed.
    let begun: Draft['hidden'] | undefined;
    const keep = () => {
      const fields = readFields(form);
      if (JSON.stringify(fields) === first) forgetDraft(pathname);
      else if (Object.keys(fields).length > 0)
        write(prefix + pathname, JSON.stringify({ fields, hidden: begun ?? readHidden(form) }));
    };
    const draft = first === null ? undefined : readDraft(pathname);
    if (first === null) keep();
    if (draft && fill(form, draft.fields)) {
      begun = draft.hidden;
      tellBegun.current?.(begun);
    }
    const onFormData = ({ formData }: FormDataEvent) => {
      for (const [name, value] of Object.entries(begun ?? {})) formData.set(name, value);
    };
    const onSubmit = () => write(sentName, pathname);
    form.addEventListener('input', keep);
    form.addEventListener('formdata', onFormData);
    form.addEventListener('submit', onSubmit);
    return () => {
      form.removeEventListener('input', keep);
      form.removeEventListener('formdata', onFormData);
      form.removeEventListener('submit', onSubmit);
    };
  }, [within, pathname, isAnswer]);
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function fieldsIn(form: HTMLFormElement): Field[] {
  return [...form.elements].filter(
    (each): each is Field =>
      (each instanceof HTMLTextAreaElement ||
        each instanceof HTMLSelectElement ||
        (each instanceof HTMLInputElement && keptTypes.includes(each.type))) &&
      each.name !== '' &&
      !isSecret(each.name),
  );
}

const isUnchecked = (field: Field) =>
  field instanceof HTMLInputElement && field.type === 'radio' && !field.checked;

function readFields(form: HTMLFormElement): Draft['fields'] {
  const filled = fieldsIn(form).filter((field) => !isUnchecked(field));
  return Object.fromEntries(filled.map(({ name, value }) => [name, value]));
}

function readHidden(form: HTMLFormElement): Draft['hidden'] {
  const hidden = [...form.querySelectorAll<HTMLInputElement>('input[type=hidden]')];
  return Object.fromEntries(
    hidden.filter(({ name }) => !isSecret(name)).map(({ name, value }) => [name, value]),
  );
}

/** @returns whether text was typed before this script ran, or was put back by the browser, and is newer than a draft. */
function wasTyped(form: HTMLFormElement): boolean {
  return fieldsIn(form).some(
    (field) =>
      !(field instanceof HTMLSelectElement) &&
      !isUnchecked(field) &&
      field.type !== 'radio' &&
      field.value !== field.defaultValue,
  );
}

/** Types a draft into a form, as its own script would notice it. @returns whether the form has such fields. */
function fill(form: HTMLFormElement, fields: Draft['fields']): boolean {
  const known = fieldsIn(form).filter(({ name }) => fields[name] !== undefined);
  for (const field of known) {
    const value = fields[field.name] ?? '';
    if (field instanceof HTMLInputElement && field.type === 'radio') {
      if (field.value !== value || field.checked) continue;
      field.click();
      continue;
    }
    if (field.value === value) continue;
    // React overrides `value` on the elements that it controls, and would not hear of the change.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
    for (const event of ['input', 'change']) field.dispatchEvent(new Event(event, { bubbles: true }));
  }
  return known.length > 0;
}

/** @param path of the dialog. */
export function readDraft(path: string): Draft | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(prefix + path) ?? 'null');
    return typeof kept?.fields === 'object' && typeof kept.hidden === 'object' ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** @param path of the dialog. */
export function forgetDraft(path: string): void {
  forgetDrafts((_draft, of) => of === path);
}

/** Forgets the drafts of what is saved. @param keys of their forms. */
export function forgetSavedDrafts(keys: string[]): void {
  forgetDrafts(({ hidden }) => keys.includes(hidden.key ?? ''));
}

/**
 * Forgets a draft once it was saved, and all when their writer logs out, and at the latest when another account signs in on
 * this tab.
 *
 * @param staffId of the account that is signed in; undefined where that is not known because its page failed.
 * @param isSaved whether the page says that what was posted before it is saved.
 */
export function useOwnDrafts(staffId: string | undefined, isSaved = false): void {
  // Before the effects of forms, which read them.
  useLayoutEffect(() => {
    try {
      if (staffId === undefined) return;
      if (sessionStorage.getItem(ownerName) !== staffId) forgetDrafts(() => true);
      if (isSaved) forgetDraft(sessionStorage.getItem(sentName) ?? '');
      sessionStorage.setItem(ownerName, staffId);
    } catch {
      // The browser keeps none.
    }
    const onSubmit = ({ target }: SubmitEvent) => {
      const isLogOut = logsOut(target, staffSession);
      if (isLogOut) forgetDrafts(() => true);
    };
    document.addEventListener('submit', onSubmit);
    return () => document.removeEventListener('submit', onSubmit);
  }, [staffId, isSaved]);
}

function write(name: string, value: string): void {
  try {
    sessionStorage.setItem(name, value);
  } catch {
    // Storage is disabled; the form can be filled in all the same.
  }
}

function forgetDrafts(matches: (draft: Draft, path: string) => boolean): void {
  try {
    for (const name of Object.keys(sessionStorage)) {
      if (!name.startsWith(prefix)) continue;
      const path = name.slice(prefix.length);
      const draft = readDraft(path);
      if (!draft || matches(draft, path)) sessionStorage.removeItem(name);
    }
  } catch {
    // There are none.
  }
}
