/** An attorney as the directory keeps one. */
export const sampleAttorney = {
  name: 'Ada Sample',
  firm: 'Sample Law',
  email: 'ada@sample.example',
  phone: '2015550100',
  city: 'Newark',
  state: 'NJ' as const,
  years_experience: 3,
  specialties: ['ALJ hearings'],
  bio: 'A sample.',
  listed: true,
};
