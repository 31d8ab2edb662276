/** Agencies whose pages count as sources. A page of a subdomain, such as secure.ssa.gov, counts too. */
const hosts = [
  'ssa.gov',
  'ecfr.gov',
  'cms.gov',
  'medicare.gov',
  'medicaid.gov',
  'irs.gov',
  'va.gov',
  'congress.gov',
  'govinfo.gov',
  'federalregister.gov',
  'uscourts.gov',
  'nj.gov',
];

/** The first digits of a section's address in POMS, by the name of its part. */
const pomsParts: Readonly<Record<string, string>> = {
  RM: '01',
  GN: '02',
  RS: '03',
  DI: '04',
  SI: '05',
  HI: '06',
};

const regulation = /^(\d{1,2}) CFR (\d+\.\d+[a-z]?)$/;
const poms = /^POMS ([A-Z]{2}) (\d{5})\.(\d{3})$/;
const ruling = /^SSR \d{2}-\d{1,2}p$/;
const form = /^Form ((?:SSA|HA|CMS)-\d{1,4}(?:-[A-Z0-9]{1,4})*)$/;
const act = /^Social Security Act \d{3,4}[A-Z]?$/;
const law = /^Public Law \d{3}-\d{1,3}$/;

/**
 * Checks where a source is. Addresses that follow from a number are compared with it, since a reader can't tell that a
 * link leads to another section.
 *
 * @param address as written. @param number such as `20 CFR 404.1520`; may be empty.
 * @returns a sentence for the editor; undefined if the address is valid.
 */
export function findAddressFault(address: string, number: string): string | undefined {
  if (!URL.canParse(address) || !address.startsWith('https://')) {
    return 'Write the full address, such as https://www.ssa.gov/forms/ssa-561.html.';
  }
  const { host } = new URL(address);
  if (!hosts.some((known) => host === known || host.endsWith(`.${known}`))) {
    return `${host} is not the site of an agency that we cite. Use one of these: ${hosts.join(', ')}.`;
  }
  const wanted = urlOfSource(number);
  if (wanted && address !== wanted) return `${number} is at ${wanted}. Correct the number or the address.`;
  return undefined;
}

/** @returns a sentence for the editor; undefined if the number is empty or written as the agency writes it. */
export function findNumberFault(number: string): string | undefined {
  const [, part] = poms.exec(number) ?? [];
  if (part && !pomsParts[part]) {
    return `POMS has no part ${part}. Its parts are ${Object.keys(pomsParts).join(', ')}.`;
  }
  const known = [regulation, poms, ruling, form, act, law].some((shape) => shape.test(number));
  if (!number || known) return undefined;
  return 'Write it as the agency does, such as 20 CFR 404.1520, POMS DI 25501.001, SSR 16-3p or Form SSA-561.';
}

/** @returns the address of a regulation or a section of POMS; undefined for numbers from which none follows. */
export function urlOfSource(number: string): string | undefined {
  const [, title, section] = regulation.exec(number) ?? [];
  if (title) return `https://www.ecfr.gov/current/title-${title}/section-${section}`;
  const [, part = '', chapter, rest] = poms.exec(number) ?? [];
  return chapter ? `https://secure.ssa.gov/poms.nsf/lnx/${pomsParts[part]}${chapter}${rest}` : undefined;
}
