import { useLocation } from 'react-router';
import { formAt, type IntakeForm } from './intake-forms.ts';

/** @returns the form whose page this is; for pages that are not islands. */
export function useIntakeForm(): IntakeForm {
  return formAt(useLocation().pathname);
}
