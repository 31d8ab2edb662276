import { Outlet } from 'react-router';
import { HeaderBar } from '#web/app/ui/components/header-bar.tsx';
import { HoursLine } from '#web/app/ui/components/hours-line.tsx';
import { PhoneIcon } from '#web/app/ui/components/icons.tsx';
import { type LayoutData, useLayoutData, useMenus } from '#web/app/ui/pages/layout-data.ts';
import { formIdOf } from './addresses.ts';
import { useIntakeForm } from './use-intake-form.ts';

/** Around the steps of a form: who we are, how to call us and the way out, without the menus of the site. */
export default function TransactionFrame() {
  const firm = useLayoutData();
  const formId = formIdOf(useIntakeForm());
  return (
    <>
      <HeaderBar firm={firm} className="transaction">
        {firm ? (
          <a className="header-phone" href={firm.phoneHref}>
            <PhoneIcon />
            <span className="number">{firm.phone}</span>
            <span className="call">Call us</span>
          </a>
        ) : null}
        {/* Enter presses the first button of a form, which must continue and not exit. */}
        <button type="submit" form={formId} className="visually-hidden" tabIndex={-1} aria-hidden="true" />
        <button type="submit" form={formId} name="_later" value="1" formNoValidate className="button quiet">
          Save and exit
        </button>
      </HeaderBar>
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <ShortFooter firm={firm} />
    </>
  );
}

function ShortFooter({ firm }: { firm: LayoutData | null }) {
  const { legal, note } = useMenus().footer;
  return (
    <footer className="site-footer">
      <div className="wrap">
        {note.start ? (
          <p>
            <strong>{note.start}</strong>
          </p>
        ) : null}
        {firm ? (
          <p>
            Questions? Call <a href={firm.phoneHref}>{firm.phone}</a>. <HoursLine hours={firm.hours} />
          </p>
        ) : null}
        <nav aria-label="Legal">
          <ul className="link-row">
            {legal.map(({ to, label }) => (
              <li key={to}>
                <a href={to}>{label}</a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  );
}
