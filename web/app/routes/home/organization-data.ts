import { frameOf, originOf } from '../../page-meta.ts';

/** @returns the firm as schema.org's LegalService: what it stands for, how to reach it and where it serves people. */
export function organizationData(matches: readonly unknown[], slogan: string): object[] {
  const firm = frameOf(matches)?.layout;
  if (!firm) return [];
  const origin = originOf(matches);
  return [
    {
      '@type': ['Organization', 'LegalService'],
      '@id': `${origin}/#firm`,
      name: firm.firmName,
      url: `${origin}/`,
      logo: `${origin}/favicon.svg`,
      telephone: firm.phoneHref.replace('tel:', ''),
      email: firm.email,
      foundingDate: '1993',
      slogan,
      knowsAbout: ['Social Security Disability Insurance', 'Supplemental Security Income'],
      areaServed: firm.counties.map((county) => ({
        '@type': 'AdministrativeArea',
        name: `${county} County, New Jersey`,
      })),
    },
  ];
}
