import type { StateCode } from '@claimdesk/cms/states';
import { phoneHref, phoneText } from '@claimdesk/forms/phone';
import type { StoredAttorney } from './attorney.model.ts';

export interface ListedAttorney {
  id: string;
  name: string;
  firm: string;
  email: string;
  /** For display; `phoneHref` is what a phone dials. */
  phone: string;
  phoneHref: string;
  city: string;
  state: StateCode;
  stateName: string;
  years_experience: number;
  specialties: string[];
  bio: string;
}

/** @returns the public fields, one by one, so that a field added to the collection stays private until listed here. */
export function presentAttorney(attorney: StoredAttorney): ListedAttorney {
  return {
    id: attorney._id.toHexString(),
    name: attorney.name,
    firm: attorney.firm,
    email: attorney.email,
    phone: phoneText(attorney.phone),
    phoneHref: phoneHref(attorney.phone),
    city: attorney.city,
    state: attorney.state,
    stateName: attorney.stateName,
    years_experience: attorney.years_experience,
    specialties: attorney.specialties,
    bio: attorney.bio,
  };
}
