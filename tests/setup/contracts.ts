import { sendForm } from './send-form.ts';

/** What a signer types; the date of birth is that of everyone in `portal.ts`. */
const typed = {
  first_name: 'Dana',
  last_name: 'Rivera',
  date_of_birth: '1958-04-12',
  street_address: '12 Example Street',
  address_line_2: 'Unit 7',
  city: 'Newark',
  state: 'NJ',
  zip_code: '07102',
  phone: '(201) 555-0123',
  email: 'dana.rivera@example.com',
  agreed_to_terms: 'on',
  agreed_to_privacy: 'on',
  consent_to_contact: 'on',
  electronic_records: 'on',
};

/** Signs a contract. @returns its reference. */
export async function signContract(ssn: string, changed: Partial<typeof typed> = {}): Promise<string> {
  const signer = { ...typed, ...changed };
  const signature_name = `${signer.first_name} ${signer.last_name}`;
  return (await sendForm('contract', { ...signer, ssn, signature_name })).reference;
}
