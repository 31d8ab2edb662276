import type { CollectionConfig, UIField } from 'payload';
import { signedIn } from '../access.ts';
import { noteCheck } from './note-check.ts';

const nobody = () => false;

/** One publish check per publication: its time, the pages that must show it, and what a browser found there. */
export const receipts: CollectionConfig = {
  slug: 'receipts',
  access: { read: signedIn, create: nobody, update: nobody, delete: nobody },
  admin: { hidden: true },
  endpoints: [noteCheck],
  fields: [
    { name: 'document', type: 'text', required: true, index: true, maxLength: 24 },
    { name: 'kind', type: 'select', required: true, options: ['published', 'takenBack'] },
    { name: 'at', type: 'date', required: true },
    { name: 'by', type: 'text', required: true, maxLength: 80 },
    { name: 'places', type: 'json', required: true },
    { name: 'check', type: 'json' },
  ],
};

/** Shows the newest receipts of a document beside it. */
export const receiptField: UIField = {
  name: 'receipt',
  type: 'ui',
  admin: {
    position: 'sidebar',
    disableListColumn: true,
    components: { Field: '/admin/receipt.tsx#Receipt' },
  },
};
