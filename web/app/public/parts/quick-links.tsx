import { quickLinks } from '#web/app/ui/pages/navigation.ts';

/** Ways on, for pages that found nothing to show: by default to what people look for most. */
export function QuickLinks({ links = quickLinks }: { links?: typeof quickLinks }) {
  return (
    <ul className="quick-links">
      {links.map(({ href, label }) => (
        <li key={href}>
          <a href={href}>{label}</a>
        </li>
      ))}
    </ul>
  );
}
