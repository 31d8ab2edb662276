import { addressLines } from '@claimdesk/forms/postal-address';
import { Link } from 'react-router';
import { forClient } from '#web/app/portal/client-request.server.ts';
import { treatmentPath } from '#web/app/portal/portal.ts';
import { untitledPageMeta } from '#web/app/ui/pages/page-meta.ts';
import type { Route } from './+types/medical-treatment';
import {
  ChangeButton,
  type PendingEntry,
  readAgain,
  sendChange,
  useAdding,
  usePending,
} from './change-form.tsx';
import { EntryList, listHeadingId } from './entry-list.tsx';
import { ProfileForm, ProfilePage, useProfileProblem } from './profile-page.tsx';
import { actOnProfile, presentForm, readUndo } from './profile-request.server.ts';
import { treatmentLines } from './profile-words.ts';

const [facilityKind, treatmentKind] = ['medical-facility', 'medical-treatment'] as const;

export function loader(page: Route.LoaderArgs) {
  return forClient(page, async ({ api }) => {
    const { searchParams } = page.url;
    const isAdding = searchParams.has('add');
    const treatedAt = isAdding ? null : searchParams.get('at');
    const edited = isAdding || treatedAt ? null : searchParams.get('edit');
    const about = treatedAt ?? edited;
    const [facilities, treatments, form] = await Promise.all([
      api.profile.list({ kind: facilityKind }),
      api.profile.list({ kind: treatmentKind }),
      isAdding ? presentForm(api, facilityKind) : about ? presentForm(api, treatmentKind, about) : null,
    ]);
    return {
      facilities,
      treatments,
      /** The facility whose form for a treatment is open. */
      treatedAt,
      /** The treatment whose form is open. */
      edited,
      /** Of a new facility, or of a treatment; null where neither is open. */
      form,
      undo: readUndo(page.url),
    };
  });
}

export function action(page: Route.ActionArgs) {
  return actOnProfile(page, treatmentPath);
}

export const clientAction = sendChange;

export const shouldRevalidate = readAgain;

export const meta: Route.MetaFunction = ({ matches }) =>
  untitledPageMeta(matches, {
    title: 'Medical Treatment',
    description: 'Where a client was treated.',
    path: treatmentPath,
    hidden: true,
  });

export default function MedicalTreatment({ loaderData, actionData }: Route.ComponentProps) {
  const { facilities, treatments, treatedAt, edited, form, undo } = loaderData;
  const places = usePending(facilityKind, facilities);
  const visits = usePending(treatmentKind, treatments);
  const facilityForm = form?.kind === facilityKind ? form : null;
  const returnTo = facilityForm ? listHeadingId(facilityKind) : (treatedAt ?? edited);
  const { problem, showProblem, posted } = useProfileProblem(actionData, form, returnTo);
  const sending = { posted, problem, showProblem, closed: treatmentPath };
  const shared = { ...sending, action: 'add' } as const;
  const treatment = treatments.find(({ id }) => id === edited);
  const editor =
    form && treatment ? (
      <ProfileForm
        id={treatmentKind}
        heading={`Edit the treatment: ${nameOfVisit(treatment)}`}
        isInline
        form={{ ...form, submitLabel: 'Save Treatment' }}
        action="change"
        entry={treatment}
        facility={treatment.id}
        {...sending}
      />
    ) : null;
  return (
    <ProfilePage
      title="Medical Treatment"
      kind={treatmentKind}
      problem={problem}
      form={facilityForm ? facilityKind : treatmentKind}
      returnTo={returnTo}
      undo={undo}
      introduction={
        <p className="prose">
          List where you were treated in the <strong>last 3 years only</strong>: hospitals, clinics and
          doctors. First add the facility, then each treatment there.
        </p>
      }
    >
      {facilityForm ? (
        <ProfileForm id={facilityKind} heading="Add a facility" form={facilityForm} {...shared} />
      ) : null}
      <EntryList
        kind={facilityKind}
        heading="Facilities"
        empty="No medical facilities added yet."
        count={places.filter(({ isGone }) => !isGone).length}
        add={facilityForm ? undefined : { label: 'Add New Facility', to: '?add' }}
        nameOf={(answers) => answers.facility_name ?? ''}
      >
        {places.map((place) => (
          <Facility
            key={place.id}
            place={place}
            visits={visits.filter(({ facility }) => facility === place.id)}
            edited={edited}
            editor={editor}
            form={
              form && treatedAt === place.id ? (
                <ProfileForm
                  id={treatmentKind}
                  heading={`Add a treatment at ${place.answers.facility_name}`}
                  isInline
                  form={form}
                  facility={place.id}
                  {...shared}
                />
              ) : null
            }
          />
        ))}
      </EntryList>
    </ProfilePage>
  );
}

interface FacilityProps {
  place: PendingEntry;
  /** Treatments there, the newest visit first. */
  visits: PendingEntry[];
  /** The id of the treatment that is being changed, and the form for that. */
  edited: string | null;
  editor: React.ReactNode;
  /** To add a treatment; null while it is closed. */
  form: React.ReactNode;
}

function Facility({ place, visits, edited, editor, form }: FacilityProps) {
  const { id, revision, answers, isGone } = place;
  const adding = useAdding(treatmentKind);
  const about = String(answers.facility_name);
  const isEmpty = visits.every((visit) => visit.isGone);
  return (
    <li className="entry facility" hidden={isGone}>
      <h3 className="entry-name" id={id} tabIndex={-1}>
        {about}
      </h3>
      <p className="lines">{addressLines(answers).join('\n')}</p>
      {isEmpty ? <p>No treatments added yet.</p> : null}
      {visits.length > 0 ? (
        <ul className="visits" aria-label={`Treatments at ${about}`} hidden={isEmpty}>
          {visits.map((visit) => (
            <Visit key={visit.id} visit={visit} editor={visit.id === edited ? editor : null} />
          ))}
        </ul>
      ) : null}
      {form && adding ? <p>Saving {adding.visit_date}…</p> : null}
      {form ?? (
        <div className="button-row">
          <Link
            className="button secondary small"
            to={`?at=${id}`}
            preventScrollReset
            aria-label={`Add New Treatment: ${about}`}
          >
            Add New Treatment
          </Link>
          {isEmpty ? (
            <ChangeButton
              kind={facilityKind}
              id={id}
              revision={revision}
              about={about}
              action="remove"
              label="Delete Facility"
              className="button quiet small"
            />
          ) : null}
        </div>
      )}
    </li>
  );
}

/** @returns when a client was treated, and why. */
function nameOfVisit({ answers }: Pick<PendingEntry, 'answers'>): string {
  return `${treatmentLines(answers)[0]}, ${answers.reason}`;
}

/** A warning about a date that may be wrong. The date is kept as typed. */
const adviceWords = {
  backwards: 'The second date is before the first one. Is that right? You can change it with “Edit”.',
  future: 'This date has not come yet. Is that right? You can change it with “Edit”.',
  'long-ago': 'This was more than 3 years ago. You can keep it, but we may not need it.',
} as const satisfies Record<NonNullable<PendingEntry['advice']>, string>;

interface VisitProps {
  visit: PendingEntry;
  /** To change it; null while it is closed. */
  editor: React.ReactNode;
}

function Visit({ visit, editor }: VisitProps) {
  const { id, revision, answers, advice, isGone } = visit;
  const [when, what] = treatmentLines(answers);
  const about = nameOfVisit(visit);
  return (
    <li hidden={isGone}>
      <p id={id} tabIndex={-1}>
        <strong>{when}</strong>
        <br />
        {what}
      </p>
      {advice ? <p className="hint">{adviceWords[advice]}</p> : null}
      {editor ?? (
        <div className="button-row">
          <Link
            className="button secondary small"
            to={`?edit=${id}`}
            preventScrollReset
            aria-label={`Edit: ${about}`}
          >
            Edit
          </Link>
          <ChangeButton
            kind={treatmentKind}
            id={id}
            revision={revision}
            about={about}
            action="remove"
            label="Delete"
            className="button quiet small"
          />
        </div>
      )}
    </li>
  );
}
