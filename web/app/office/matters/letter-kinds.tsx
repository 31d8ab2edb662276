import { Link } from 'react-router';
import { untitledMeta } from '#web/app/office/back-office.ts';
import { openFor } from '#web/app/office/open-form.server.ts';
import { StaffDialog } from '#web/app/office/staff-dialog.tsx';
import type { Route } from './+types/letter-kinds';
import { letters, matterPath } from './addresses.ts';

export function loader(page: Route.LoaderArgs) {
  return openFor(page, 'matters.enter', () => null);
}

export function meta() {
  return untitledMeta;
}

/** Asks which letter it is. */
export default function LetterKinds({ params: { id } }: Route.ComponentProps) {
  return (
    <StaffDialog under={matterPath(id)} opener="letter" title="A letter came" heading="Which letter came?">
      <ul className="choices">
        {Object.entries(letters).map(([kind, label]) => (
          <li key={kind}>
            <Link
              className="button secondary"
              replace
              state={{ fromList: true }}
              to={`${matterPath(id)}/letter/${kind}`}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </StaffDialog>
  );
}
