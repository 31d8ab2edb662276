import type { SelectField } from 'payload';

/** What articles are about, in the order of a claim: the headings of /articles. The values are its anchors too. */
export const topics = [
  { label: 'Do you qualify?', value: 'qualify' },
  { label: 'Applying', value: 'applying' },
  { label: 'Proof and doctors', value: 'evidence' },
  { label: 'Conditions', value: 'conditions' },
  { label: 'Denials and appeals', value: 'appeals' },
  { label: 'Your hearing', value: 'hearings' },
  { label: 'Once you have benefits', value: 'benefits' },
  { label: 'Children and families', value: 'families' },
] as const;

export type Topic = (typeof topics)[number]['value'];

export const topicField: SelectField = {
  name: 'topic',
  type: 'select',
  interfaceName: 'Topic',
  options: [...topics],
  label: 'Topic',
  admin: {
    position: 'sidebar',
    description: 'Under which heading /articles lists it. Without one it comes last, under "More articles".',
  },
};
