import { quickLinks } from '#web/app/navigation.ts';

/** What people look for most, for pages that found nothing to show. */
export function QuickLinks() {
  return (
    <ul className="quick-links">
      {quickLinks.map(({ href, label }) => (
        <li key={href}>
          <a href={href}>{label}</a>
        </li>
      ))}
    </ul>
  );
}
