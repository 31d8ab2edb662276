import type { StateCode } from '@claimdesk/cms/states';
import type { StoredAttorney } from './attorney.model.ts';

/** An attorney as everybody may see it (SPEC section 3, `attorneys`). */
export interface ListedAttorney {
  id: string;
  name: string;
  firm: string;
  email: string;
  /** As people read it; `phoneHref` is what a phone dials. */
  phone: string;
  phoneHref: string;
  city: string;
  state: StateCode;
  stateName: string;
  years_experience: number;
  specialties: string[];
  bio: string;
}

/** @returns the public fields, one by one: what is added to the collection later stays inside until it is named here. */
export function presentAttorney(attorney: StoredAttorney): ListedAttorney {
  const digits = attorney.phone.replace(/\D/g, '');
  return {
    id: attorney._id.toHexString(),
    name: attorney.name,
    firm: attorney.firm,
    email: attorney.email,
    phone: `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`,
    phoneHref: `tel:+1${digits}`,
    city: attorney.city,
    state: attorney.state,
    stateName: attorney.stateName,
    years_experience: attorney.years_experience,
    specialties: attorney.specialties,
    bio: attorney.bio,
  };
}
