import { newAddress } from './address.ts';
import { siteUrl } from './back-office.ts';
import { proofFor } from './proof.ts';

/** What a signer types; the date of birth is that of everyone in `portal.ts`. */
const typed = {
  'about-you': {
    first_name: 'Dana',
    last_name: 'Rivera',
    'date_of_birth.month': '4',
    'date_of_birth.day': '12',
    'date_of_birth.year': '1958',
    ssn: '',
  },
  contact: {
    street_address: '12 Example Street',
    address_line_2: 'Unit 7',
    city: 'Newark',
    state: 'NJ',
    zip_code: '07102',
    phone: '(201) 555-0123',
    email: 'dana.rivera@example.com',
  },
  sign: { agreed_to_terms: 'on', electronic_records: 'on', signature_name: '' },
};

/** Signs a contract with the API calls of its pages. @returns its reference. */
export async function signContract(
  ssn: string,
  changed: Partial<(typeof typed)['about-you']> = {},
): Promise<string> {
  const form = 'contract';
  const cookies = new Map<string, string>();
  const headers = { origin: siteUrl(), 'x-forwarded-for': newAddress(), 'content-type': 'application/json' };
  const call = async (path: string, body?: unknown) => {
    const cookie = [...cookies].map((each) => each.join('=')).join('; ');
    const response = await fetch(`${siteUrl()}/trpc/${path}`, {
      headers: { ...headers, cookie },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    for (const each of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
      cookies.set(name, value);
    }
    const { result, error } = await response.json();
    if (error) throw new Error(`${path}: ${error.message}`);
    return result.data;
  };
  await call('contracts.agreement');
  const { token } = await call(`intake.open?${new URLSearchParams({ input: JSON.stringify({ form }) })}`);
  const person = { ...typed['about-you'], ssn, ...changed };
  const signature_name = `${person.first_name} ${person.last_name}`;
  const answers = { ...typed, 'about-you': person, sign: { ...typed.sign, signature_name } };
  const flags = { change: false, later: false, honeypot: '', token };
  let saved: { reference?: string } = {};
  for (const [step, entries] of Object.entries(answers)) {
    const proof = step === 'sign' ? await proofFor(form) : '';
    saved = await call('intake.save', { form, step, ...flags, proof, entries: Object.entries(entries) });
  }
  return String(saved.reference);
}
