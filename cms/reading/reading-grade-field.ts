import type { UIField } from 'payload';

/** Shows the reading grade of what is being written beside it. Nothing is stored. */
export const readingGradeField: UIField = {
  name: 'readingGrade',
  type: 'ui',
  admin: {
    position: 'sidebar',
    disableListColumn: true,
    components: { Field: '/admin/reading-grade.tsx#ReadingGrade' },
  },
};
