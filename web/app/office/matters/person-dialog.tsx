import { useOutletContext } from 'react-router';
import { untitledMeta } from '#web/app/office/back-office.ts';
import { openFor, presentForm } from '#web/app/office/open-form.server.ts';
import { StaffDialog } from '#web/app/office/staff-dialog.tsx';
import { type Outputs, trpc } from '#web/app/trpc.ts';
import type { Route } from './+types/person-dialog';
import { matterPath } from './addresses.ts';
import { personLink, SaidElsewhere } from './person.tsx';

type Matter = Outputs['matters']['detail'];

export function loader(page: Route.LoaderArgs) {
  return openFor(page, 'matters.editPerson', () => ({ form: presentForm('matter-person') }));
}

export function meta() {
  return untitledMeta;
}

/** Whose matter it is, where neither a contract nor an account says it. */
export default function PersonDialog({ loaderData: { form }, params: { id } }: Route.ComponentProps) {
  const matter = useOutletContext<Matter>();
  const { mutateAsync } = trpc.matters.editPerson.useMutation();
  const shared = { under: matterPath(id), opener: personLink, title: 'Edit the person' };
  if (!matter.person)
    return (
      <StaffDialog {...shared}>
        <p>
          <SaidElsewhere matter={matter} />
        </p>
      </StaffDialog>
    );
  return (
    <StaffDialog
      {...shared}
      form={form}
      values={valuesOf(matter, matter.person)}
      version={matter.person.version}
      save={async (answers, opened) => {
        await mutateAsync({ id, version: opened.version, answers });
        return { title: 'Saved', text: 'The matter says so now.' };
      }}
    >
      {matter.ssn ? <p>The Social Security number that is known ends in {matter.ssn.slice(-4)}.</p> : null}
    </StaffDialog>
  );
}

function valuesOf(
  { address, phones, email }: Matter,
  { firstName, lastName, dateOfBirth }: NonNullable<Matter['person']>,
): Record<string, string> {
  const [phone = '', second = '', third = ''] = phones;
  const known = {
    ...{ first_name: firstName, last_name: lastName, date_of_birth: dateOfBirth, address },
    ...{ phone, phone_2: second, phone_3: third, email },
  };
  return Object.fromEntries(Object.entries(known).filter(([, text]) => text !== ''));
}
