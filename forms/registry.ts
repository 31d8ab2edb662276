import attorneySchema from './attorney/schema.json' with { type: 'json' };
import attorneyUi from './attorney/ui.json' with { type: 'json' };
import attorneyApplicationSchema from './attorney-application/schema.json' with { type: 'json' };
import attorneyApplicationUi from './attorney-application/ui.json' with { type: 'json' };
import caseEvaluationSchema from './case-evaluation/schema.json' with { type: 'json' };
import caseEvaluationUi from './case-evaluation/ui.json' with { type: 'json' };
import clientLoginSchema from './client-login/schema.json' with { type: 'json' };
import clientLoginUi from './client-login/ui.json' with { type: 'json' };
import clientRegistrationSchema from './client-registration/schema.json' with { type: 'json' };
import clientRegistrationUi from './client-registration/ui.json' with { type: 'json' };
import contractSchema from './contract/schema.json' with { type: 'json' };
import contractUi from './contract/ui.json' with { type: 'json' };
import { defineForm, type FormDefinition } from './definition.ts';
import emailAddressSchema from './email-address/schema.json' with { type: 'json' };
import emailAddressUi from './email-address/ui.json' with { type: 'json' };
import emergencyContactSchema from './emergency-contact/schema.json' with { type: 'json' };
import emergencyContactUi from './emergency-contact/ui.json' with { type: 'json' };
import mailingAddressSchema from './mailing-address/schema.json' with { type: 'json' };
import mailingAddressUi from './mailing-address/ui.json' with { type: 'json' };
import medicalFacilitySchema from './medical-facility/schema.json' with { type: 'json' };
import medicalFacilityUi from './medical-facility/ui.json' with { type: 'json' };
import medicalTreatmentSchema from './medical-treatment/schema.json' with { type: 'json' };
import medicalTreatmentUi from './medical-treatment/ui.json' with { type: 'json' };
import phoneNumberSchema from './phone-number/schema.json' with { type: 'json' };
import phoneNumberUi from './phone-number/ui.json' with { type: 'json' };

/** Every form of the product. Node only; the browser gets its definition from a loader. */
export const forms = {
  'case-evaluation': defineForm('case-evaluation', caseEvaluationSchema, caseEvaluationUi),
  contract: defineForm('contract', contractSchema, contractUi),
  'attorney-application': defineForm(
    'attorney-application',
    attorneyApplicationSchema,
    attorneyApplicationUi,
  ),
  attorney: defineForm('attorney', attorneySchema, attorneyUi),
  'client-login': defineForm('client-login', clientLoginSchema, clientLoginUi),
  'client-registration': defineForm('client-registration', clientRegistrationSchema, clientRegistrationUi),
  'mailing-address': defineForm('mailing-address', mailingAddressSchema, mailingAddressUi),
  'phone-number': defineForm('phone-number', phoneNumberSchema, phoneNumberUi),
  'email-address': defineForm('email-address', emailAddressSchema, emailAddressUi),
  'emergency-contact': defineForm('emergency-contact', emergencyContactSchema, emergencyContactUi),
  'medical-facility': defineForm('medical-facility', medicalFacilitySchema, medicalFacilityUi),
  'medical-treatment': defineForm('medical-treatment', medicalTreatmentSchema, medicalTreatmentUi),
} satisfies Record<string, FormDefinition>;

export type FormName = keyof typeof forms;

export function getForm(name: FormName): FormDefinition {
  return forms[name];
}
