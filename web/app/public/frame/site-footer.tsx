import { HoursLine } from '#web/app/ui/components/hours-line.tsx';
import { PhoneIcon } from '#web/app/ui/components/icons.tsx';
import { type LayoutData, type Navigation, useMenus } from '#web/app/ui/pages/layout-data.ts';

export function SiteFooter({ firm, contact }: { firm: LayoutData | null; contact: boolean }) {
  const { quick, legal, note } = useMenus().footer;
  return (
    <footer className="site-footer">
      <div className="wrap footer-columns">
        <FooterLinks id="footer-links" title="Quick links" links={quick} />
        {firm && contact ? (
          <section aria-labelledby="footer-contact">
            <h2 id="footer-contact">Contact</h2>
            <p>
              <a href={firm.phoneHref}>{firm.phone}</a>
              <br />
              <a href={`mailto:${firm.email}`}>{firm.email}</a>
            </p>
            <p>
              <HoursLine hours={firm.hours} />
            </p>
          </section>
        ) : null}
        <FooterLinks id="footer-legal" title="Legal" links={legal} />
        {note.start ? (
          <section aria-labelledby="footer-note">
            <h2 id="footer-note">Please note</h2>
            <p>
              <strong>{note.start}</strong> {note.paragraphs[0]}
            </p>
            {note.paragraphs.slice(1).map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </section>
        ) : null}
      </div>
      <div className="wrap footer-end">
        <p>{firm ? `© ${firm.firmName}` : null}</p>
      </div>
      <BottomBar firm={contact ? firm : null} />
    </footer>
  );
}

/** Stays at the end of the screen: a strip with our phone number, or on a wide screen only Admin, as a tab at the edge. */
function BottomBar({ firm }: { firm: LayoutData | null }) {
  return (
    <div className="bottom-bar">
      {firm ? (
        <a className="bottom-call" href={firm.phoneHref}>
          <PhoneIcon />
          Call {firm.phone}
        </a>
      ) : null}
      <a className="admin-link" href="/admin/login">
        Admin
      </a>
    </div>
  );
}

function FooterLinks({
  id,
  title,
  links,
}: {
  id: string;
  title: string;
  links: Navigation['footer']['quick'];
}) {
  if (links.length === 0) return null;
  return (
    <nav aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul>
        {links.map(({ to, label }) => (
          <li key={to}>
            <a href={to}>{label}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
