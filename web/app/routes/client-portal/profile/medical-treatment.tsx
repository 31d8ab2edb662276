import { Link } from 'react-router';
import { untitledPageMeta } from '#web/app/page-meta.ts';
import { forClient } from '#web/app/routes/client-portal/client-request.server.ts';
import { treatmentPath } from '#web/app/routes/client-portal/portal.ts';
import { sendFromBrowser } from '#web/app/sending/outcome.ts';
import type { Route } from './+types/medical-treatment';
import {
  ChangeButton,
  type ChangeOutcome,
  type PendingEntry,
  readAgain,
  useAdding,
  usePending,
} from './change-form.tsx';
import { EntryList } from './entry-list.tsx';
import { ProfileForm, ProfilePage, useProfileProblem } from './profile-page.tsx';
import { actOnProfile, presentForm, readUndo } from './profile-request.server.ts';
import { addressLines } from './profile-words.ts';

const [facilityKind, treatmentKind] = ['medical-facility', 'medical-treatment'] as const;

export function loader(page: Route.LoaderArgs) {
  return forClient(page, async ({ api }) => {
    const { searchParams } = page.url;
    const isAdding = searchParams.has('add');
    const treatedAt = isAdding ? null : searchParams.get('at');
    const [facilities, treatments, form] = await Promise.all([
      api.profile.list({ kind: facilityKind }),
      api.profile.list({ kind: treatmentKind }),
      isAdding
        ? presentForm(api, facilityKind)
        : treatedAt
          ? presentForm(api, treatmentKind, treatedAt)
          : null,
    ]);
    return {
      facilities,
      treatments,
      /** The facility whose form for a treatment is open. */
      treatedAt,
      /** Of a new facility, or of a treatment; null where neither is open. */
      form,
      undo: readUndo(page.url),
    };
  });
}

export function action(page: Route.ActionArgs) {
  return actOnProfile(page, treatmentPath);
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendFromBrowser<ChangeOutcome>(() => serverAction());
}

export const shouldRevalidate = readAgain;

export const meta: Route.MetaFunction = ({ matches }) =>
  untitledPageMeta(matches, {
    title: 'Medical Treatment',
    description: 'Where a client was treated.',
    path: treatmentPath,
    hidden: true,
  });

export default function MedicalTreatment({ loaderData, actionData }: Route.ComponentProps) {
  const { facilities, treatments, treatedAt, form, undo } = loaderData;
  const { problem, showProblem, posted } = useProfileProblem(actionData, form);
  const places = usePending(facilityKind, facilities);
  const visits = usePending(treatmentKind, treatments);
  const facilityForm = form?.kind === facilityKind ? form : null;
  const shared = { deed: 'add', posted, problem, showProblem, closed: treatmentPath } as const;
  return (
    <ProfilePage
      title="Medical Treatment"
      kind={treatmentKind}
      problem={problem}
      form={facilityForm ? facilityKind : treatmentKind}
      undo={undo}
      introduction={
        <p className="prose">
          List where you were treated in the <strong>last 3 years only</strong>: hospitals, clinics and
          doctors. First add the facility, then each treatment there.
        </p>
      }
    >
      {facilityForm ? (
        <section aria-labelledby="add">
          <h2 id="add">Add a facility</h2>
          <ProfileForm id={facilityKind} form={facilityForm} {...shared} />
        </section>
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
            form={
              form && treatedAt === place.id ? (
                <ProfileForm id={treatmentKind} form={form} facility={place.id} {...shared} />
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
  /** To add a treatment; null while it is closed. */
  form: React.ReactNode;
}

function Facility({ place, visits, form }: FacilityProps) {
  const { id, revision, answers, isGone } = place;
  const adding = useAdding(treatmentKind);
  const about = String(answers.facility_name);
  const isEmpty = visits.every((visit) => visit.isGone);
  return (
    <li className="entry facility" hidden={isGone}>
      <h3 className="entry-name">{about}</h3>
      <p className="lines">{addressLines(answers).join('\n')}</p>
      {isEmpty ? <p>No treatments added yet.</p> : null}
      {visits.length > 0 ? (
        <ul className="visits" aria-label={`Treatments at ${about}`} hidden={isEmpty}>
          {visits.map((visit) => (
            <Visit key={visit.id} visit={visit} />
          ))}
        </ul>
      ) : null}
      {form && adding ? <p>Saving {adding.visit_date}…</p> : null}
      {form ? (
        <section className="inline-form" aria-label={`Add a treatment at ${about}`}>
          {form}
        </section>
      ) : (
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
              deed="remove"
              label="Delete Facility"
              className="button quiet small"
            />
          ) : null}
        </div>
      )}
    </li>
  );
}

function Visit({ visit }: { visit: PendingEntry }) {
  const { id, revision, answers, isLongAgo, isGone } = visit;
  const { visit_date, reason, doctor_name } = answers;
  return (
    <li hidden={isGone}>
      <p>
        <strong>{String(visit_date)}</strong>
        <br />
        {String(reason)}
        {doctor_name ? `, Dr. ${String(doctor_name).replace(/^Dr\.?\s+/i, '')}` : null}
      </p>
      {isLongAgo ? (
        <p className="hint">This was more than 3 years ago. You can keep it, but we may not need it.</p>
      ) : null}
      <ChangeButton
        kind={treatmentKind}
        id={id}
        revision={revision}
        about={`${visit_date}, ${reason}`}
        deed="remove"
        label="Delete"
        className="button quiet small"
      />
    </li>
  );
}
