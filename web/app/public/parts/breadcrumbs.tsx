/** One breadcrumb. A group of a menu has no page of its own. */
export interface Crumb {
  label: string;
  href?: string;
}

/** The path from the home page to this one, whose own name comes last and is not a link. */
export function Breadcrumbs({ crumbs }: { crumbs: Crumb[] }) {
  return (
    <nav className="breadcrumbs" aria-label="Breadcrumbs">
      <ol>
        {crumbs.map(({ label, href }, index) => (
          <li key={label}>
            {href ? (
              <a href={href}>{label}</a>
            ) : (
              <span aria-current={index === crumbs.length - 1 ? 'page' : undefined}>{label}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/**
 * @param origin scheme and host of the site.
 * @param path of the page itself, which is the last crumb.
 * @returns the same way as schema.org's BreadcrumbList, without the groups that have no address.
 */
export function breadcrumbData(crumbs: Crumb[], origin: string, path: string): object {
  const last = crumbs.length - 1;
  const places = crumbs
    .map(({ label, href }, index) => ({ name: label, path: index === last ? path : href }))
    .filter((place) => place.path !== undefined);
  return {
    '@type': 'BreadcrumbList',
    itemListElement: places.map(({ name, path: at }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: origin + at,
    })),
  };
}
