import { randomUUID } from 'node:crypto';
import {
  type ClaimDateKind,
  type ClaimStepName,
  claimDateKinds,
  claimSteps,
  maxClaimText,
} from '@claimdesk/api/claim-steps';
import { shortDate } from '@claimdesk/forms/calendar';
import { useState } from 'react';
import { data, useOutletContext } from 'react-router';
import { untitledMeta } from '#web/app/office/back-office.ts';
import { DayField } from '#web/app/office/exports/fields.tsx';
import { Choice } from '#web/app/office/lists/list-tools.tsx';
import { StaffForm } from '#web/app/office/staff-form.tsx';
import {
  actForStaff,
  forStaff,
  redirectWithNotice,
  requireFor,
} from '#web/app/office/staff-request.server.ts';
import { CharactersLeft, countCharacters } from '#web/app/ui/forms/characters-left.tsx';
import { Field } from '#web/app/ui/forms/field.tsx';
import { countId, describedBy } from '#web/app/ui/forms/field-ids.ts';
import { fieldErrorsOf, isRefused, refusalOf } from '#web/app/ui/pages/procedure-errors.server.ts';
import '#web/app/ui/forms/widgets.css';
import type { Outputs } from '#web/app/trpc.ts';
import type { Route } from './+types/claim-dialog';
import { Standing } from './client-claim.tsx';
import { ClientDialogFrame } from './client-dialog-frame.tsx';
import { clientPath } from './client-table.tsx';

const title = 'Update the claim';

type Client = Outputs['clients']['detail'];

/** The dialog's fields as text. */
type Typed = Record<(typeof fieldNames)[number], string>;
const fieldNames = [
  'version',
  'key',
  'step',
  'since',
  'needed',
  'shown-kind',
  'next-kind',
  'next-day',
  'next-time',
  'note',
] as const;
type Errors = Partial<Record<(typeof fieldNames)[number] | '', string>>;

export function loader(page: Route.LoaderArgs) {
  const { id } = page.params;
  return forStaff(page, async (site) => {
    await requireFor(site, 'clients.setClaim');
    const [newest] = await site.api.clients.claim({ id });
    const next = newest?.isNextOver ? null : newest?.next;
    const typed: Typed = {
      version: String(newest?.version ?? 0),
      key: randomUUID(),
      step: newest?.step ?? '',
      since: '',
      needed: newest?.needed ?? '',
      'shown-kind': '',
      'next-kind': next?.kind ?? '',
      'next-day': next?.day ?? '',
      'next-time': next?.time ?? '',
      note: newest?.note ?? '',
    };
    return { newest, typed };
  });
}

/** Posts natively, with and without script; the page that follows shows the claim. */
export function action(page: Route.ActionArgs) {
  const { id } = page.params;
  return actForStaff(
    page,
    async (site, posted) => {
      const typed = readTyped(posted);
      const { step, since, 'next-kind': kind, 'next-day': day, 'next-time': time } = typed;
      const errors = problemsOf(typed);
      if (!isStep(step) || Object.keys(errors).length > 0)
        return data({ typed, errors, isConflict: false }, { status: 400 });
      const { version, key, needed, note } = typed;
      const news = await site.api.clients.setClaim({
        id,
        version: Number(version),
        key,
        step,
        since,
        needed,
        note,
        next: isDateKind(kind) ? { kind, day, time: time || null } : null,
      });
      return redirectWithNotice(site, clientPath(id), `claim-set-${news}`);
    },
    (error, posted) => {
      const refusal = refusalOf(error);
      const errors: Errors = fieldErrorsOf(refusal);
      const isConflict = isRefused(error, 'conflict');
      return data({ typed: readTyped(posted), errors, isConflict }, { status: refusal.status });
    },
  );
}

function readTyped(posted: FormData): Typed {
  // Browsers post line breaks as two characters; no other control characters can be typed.
  const text = (name: string) =>
    String(posted.get(name) ?? '')
      .replaceAll('\r\n', '\n')
      .replace(/(?![\n\t])[\p{Cc}\p{Cs}]/gu, '')
      .trim();
  const typed = Object.fromEntries(fieldNames.map((name) => [name, text(name)])) as Typed;
  // The form came with a date, so this is a choice, and the day and the time are left over from it.
  const isTakenOut = typed['shown-kind'] !== '' && typed['next-kind'] === '';
  return isTakenOut ? { ...typed, 'next-day': '', 'next-time': '' } : typed;
}

function problemsOf(typed: Typed): Errors {
  const errors: Errors = {};
  const isDay = (day: string) => /^\d{4}-\d{2}-\d{2}$/.test(day);
  if (!isStep(typed.step)) errors.step = 'Choose the step';
  // The server says whether the step needs a day.
  if (typed.since !== '' && !isDay(typed.since)) errors.since = 'Enter the day as a date';
  if (countCharacters(typed.needed) > maxClaimText) errors.needed = tooLong;
  if (typed['next-kind'] !== '' && !isDay(typed['next-day'])) errors['next-day'] = 'Enter the day as a date';
  if (typed['next-kind'] === '' && `${typed['next-day']}${typed['next-time']}` !== '')
    errors['next-kind'] = 'Choose what happens then, or clear the day and the time';
  if (countCharacters(typed.note) > maxClaimText) errors.note = tooLong;
  return errors;
}

const tooLong = `Say it in ${maxClaimText} characters or fewer`;

function isStep(step: string): step is ClaimStepName {
  return Object.hasOwn(claimSteps, step);
}

function isDateKind(kind: string): kind is ClaimDateKind {
  return Object.hasOwn(claimDateKinds, kind);
}

export function meta() {
  return untitledMeta;
}

/** How the client learns of an update. */
const whoLearns: Record<Client['claimNews'], string> = {
  email:
    'The client can read all of this in the portal. We send an email that there is news, without details.',
  'no-address':
    'The client can read all of this in the portal. There is no confirmed email address: call the client.',
  unconfirmed:
    'The client can read all of this in the portal once the account is confirmed. We send no email before that.',
};

/** Updates the status of the claim; every update is a new entry. */
export default function ClaimDialog({ loaderData, actionData, params: { id } }: Route.ComponentProps) {
  const { claimNews } = useOutletContext<Client>();
  const { newest } = loaderData;
  const [typed] = useState(actionData?.typed ?? loaderData.typed);
  const errors: Errors = actionData?.errors ?? {};
  return (
    <ClientDialogFrame
      id={id}
      name="claim"
      title={title}
      failed="The claim was not changed"
      errors={actionData?.errors as Record<string, string> | undefined}
    >
      {(closeLink) => (
        <>
          {actionData?.isConflict && newest ? (
            <div className="notice">
              <p>This is stored now. If you save again, what you typed replaces it.</p>
              <Standing claim={newest} />
            </div>
          ) : null}
          <p>{whoLearns[claimNews]}</p>
          <StaffForm className="form" noValidate>
            <input
              type="hidden"
              name="version"
              value={actionData?.isConflict ? loaderData.typed.version : typed.version}
            />
            <input type="hidden" name="key" value={typed.key} />
            <input type="hidden" name="shown-kind" value={typed['next-kind']} />
            <Choice
              name="step"
              label="Step"
              first="Choose one"
              options={Object.entries(claimSteps).map(([value, { title: label }]) => [value, label])}
              chosen={typed.step}
              error={errors.step}
            />
            <DayField
              name="since"
              label="Since"
              hint={
                newest &&
                `${claimSteps[newest.step].title} began on ${shortDate(newest.since)}. Leave the day blank while the step stays.`
              }
              value={typed.since}
              error={errors.since}
            />
            <ClaimText
              name="needed"
              label="Needed from the client"
              hint="What they have to do or send, and by when. Leave it blank if there is nothing."
              value={typed.needed}
              error={errors.needed}
            />
            <Choice
              name="next-kind"
              label="Next date"
              first="No date"
              options={Object.entries(claimDateKinds)}
              chosen={typed['next-kind']}
              error={errors['next-kind']}
            />
            <DayField name="next-day" label="Day" value={typed['next-day']} error={errors['next-day']} />
            <Field
              id="next-time"
              label="Time, Eastern"
              optional
              hint="Leave it blank for the whole day."
              error={errors['next-time']}
            >
              <input
                className="input width-10"
                id="next-time"
                name="next-time"
                type="time"
                defaultValue={typed['next-time']}
                aria-describedby={describedBy('next-time', {
                  hint: true,
                  error: Boolean(errors['next-time']),
                })}
              />
            </Field>
            <ClaimText
              name="note"
              label="Note for the client"
              hint="Plain text. It stays until the next update."
              value={typed.note}
              error={errors.note}
            />
            <div className="button-row">
              <button type="submit" className="button">
                Save
              </button>
              {closeLink('Cancel')}
            </div>
          </StaffForm>
        </>
      )}
    </ClientDialogFrame>
  );
}

interface TextProps {
  name: string;
  label: string;
  hint: string;
  value: string;
  error: string | undefined;
}

function ClaimText({ name, label, hint, value, error }: TextProps) {
  const [text, setText] = useState(value);
  return (
    <Field id={name} label={label} optional hint={hint} error={error}>
      <textarea
        className="input"
        id={name}
        name={name}
        rows={3}
        value={text}
        onChange={({ target }) => setText(target.value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${describedBy(name, { hint: true, error: Boolean(error) })} ${countId(name)}`}
      />
      <CharactersLeft id={name} maxLength={maxClaimText} text={text} />
    </Field>
  );
}
