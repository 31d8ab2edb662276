import type { GroupField } from 'payload';
import { line, lines } from '../fields.ts';

const titleLength = 60;
const descriptionLength = 160;

/** What search engines and shared links show instead of the title and short description. */
export const searchFields: GroupField = {
  name: 'meta',
  type: 'group',
  label: 'In search results',
  admin: { description: 'Leave both empty to use the title and the words below it.' },
  fields: [
    line(
      'title',
      'Title in search results',
      `At most ${titleLength} characters, else search engines cut it. The search of this site counts its words like those of the title.`,
      titleLength,
      { required: false, admin: { components: { afterInput: [counter(titleLength)] } } },
    ),
    lines(
      'description',
      'Description in search results',
      `At most ${descriptionLength} characters: what the reader will learn.`,
      descriptionLength,
      { required: false, admin: { components: { afterInput: [counter(descriptionLength)] } } },
    ),
  ],
};

function counter(limit: number) {
  return { path: '/admin/character-count.tsx#CharacterCount', clientProps: { limit } };
}
