import type { GroupField } from 'payload';
import { validateText, validateTextarea } from './validate.ts';

const titleLength = 60;
const descriptionLength = 160;

/** What search engines and shared links show instead of the title and short description. */
export const searchFields: GroupField = {
  name: 'meta',
  type: 'group',
  label: 'In search results',
  admin: { description: 'Leave both empty to use the title and the words below it.' },
  fields: [
    {
      name: 'title',
      type: 'text',
      maxLength: titleLength,
      label: 'Title in search results',
      validate: validateText,
      admin: {
        description: `At most ${titleLength} characters, else search engines cut it. The search of this site counts its words like those of the title.`,
        components: { afterInput: [counter(titleLength)] },
      },
    },
    {
      name: 'description',
      type: 'textarea',
      maxLength: descriptionLength,
      label: 'Description in search results',
      validate: validateTextarea,
      admin: {
        description: `At most ${descriptionLength} characters: what the reader will learn.`,
        components: { afterInput: [counter(descriptionLength)] },
      },
    },
  ],
};

function counter(limit: number) {
  return { path: '/admin/character-count.tsx#CharacterCount', clientProps: { limit } };
}
