import { firstFederalClosings } from '@claimdesk/cms/federal-closings';
import { newJerseyCounties } from '@claimdesk/cms/new-jersey-counties';
import type { Site } from '@claimdesk/cms/types';

const weekday = (day: 'Monday' | 'Tuesday' | 'Wednesday' | 'Thursday' | 'Friday') => ({
  day,
  opens: '08:00',
  closes: '18:00',
  closed: false,
});

/**
 * The firm as a fresh installation shows it: the product's own name, a number set aside for fiction, an address that
 * can't receive mail. The firm that installs it enters its own in the CMS.
 */
export const site = {
  firmName: 'claimdesk',
  phone: '(201) 555-0142',
  email: 'help@claimdesk.example',
  officeHours: [
    weekday('Monday'),
    weekday('Tuesday'),
    weekday('Wednesday'),
    weekday('Thursday'),
    weekday('Friday'),
    { day: 'Saturday' as const, opens: '09:00', closes: '14:00', closed: false },
    { day: 'Sunday' as const, closed: true },
  ],
  closedHolidays: [
    'New Year’s Day' as const,
    'Memorial Day' as const,
    'Independence Day' as const,
    'Labor Day' as const,
    'Thanksgiving Day' as const,
    'Christmas Day' as const,
  ],
  federalClosings: firstFederalClosings.map(({ day, source }) => ({ date: day, source })),
  counties: newJerseyCounties as Site['counties'],
};
