import type { GlobalConfig } from 'payload';
import { anyone, publishers } from '../access.ts';
import { textareaField, textField } from '../fields.ts';
import { previewOf } from '../preview/live-preview.ts';
import { usPhoneNumber } from '../us-phone-number.ts';
import { federalClosings } from './federal-closings.ts';
import { newJerseyCounties } from './new-jersey-counties.ts';
import { closedDays, closedHolidays, officeHours } from './office-hours.ts';

/** The firm and its contact details; pages, emails and the footer read them from here. */
export const site: GlobalConfig = {
  slug: 'site',
  label: 'Firm and office',
  access: { read: anyone, update: publishers },
  admin: {
    preview: previewOf('site'),
    group: 'Settings',
    description:
      'Name, phone, email, office hours, and days that move a deadline. A change shows on all pages at once.',
  },
  versions: { max: 50 },
  fields: [
    {
      type: 'tabs',
      tabs: [
        {
          label: 'Contact',
          fields: [
            textField(
              'firmName',
              'Name of the firm',
              'As it appears in the header and in letters. In text: {{firmName}}',
              80,
            ),
            textField('phone', 'Phone number', 'Ten digits, such as (555) 010-0100. In text: {{phone}}', 40, {
              validate: usPhoneNumber('(555) 010-0100'),
            }),
            {
              name: 'email',
              type: 'email',
              required: true,
              label: 'Email address',
              admin: { description: 'Where visitors write to. In text: {{email}}' },
            },
            textareaField('address', 'Street address', 'Leave empty if visitors should not come by.', 200, {
              required: false,
            }),
          ],
        },
        { label: 'Office hours', fields: [officeHours, closedHolidays, closedDays] },
        { label: 'Deadlines', fields: [federalClosings] },
        {
          label: 'Claims and results',
          fields: [
            textField(
              'representativeName',
              'Who represents clients',
              'Claimants appoint a person, not a firm: the name that goes on form SSA-1696. While it is empty, pages and the agreement say "someone at our firm, whose name we tell you before you sign form SSA-1696". In text: {{representative}}',
              80,
              { required: false },
            ),
            textField(
              'representativeCredentials',
              'Credentials',
              'Shown after the name, such as "accredited disability representative" or "attorney".',
              120,
              { required: false, admin: { condition: (data) => Boolean(data.representativeName) } },
            ),
          ],
        },
        {
          label: 'Area',
          fields: [
            {
              name: 'counties',
              type: 'select',
              hasMany: true,
              required: true,
              options: newJerseyCounties,
              label: 'New Jersey counties',
              admin: { description: 'The counties listed in the contact section of the home page.' },
            },
          ],
        },
      ],
    },
  ],
};
