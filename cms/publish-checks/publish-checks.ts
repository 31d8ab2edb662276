import { APIError, addDataAndFileToRequest, type CollectionConfig, type Endpoint } from 'payload';
import { z } from 'zod';
import { nobody, signedIn } from '../access.ts';
import { componentField } from '../fields.ts';

const checkShape = z.strictObject({
  ms: z.number().int().min(0).max(3_600_000).nullable(),
  missing: z.array(z.string().max(400)).max(600),
});

/** Stores what a browser found on the public pages. Paths that the receipt doesn't have are ignored. */
const noteCheck: Endpoint = {
  path: '/:id/check',
  method: 'post',
  handler: async (req) => {
    if (!req.user) throw new APIError('Please sign in.', 401, null, true);
    await addDataAndFileToRequest(req);
    const read = checkShape.safeParse(req.data);
    if (!read.success) throw new APIError('This is not the result of a check.', 400, null, true);
    const { ms, missing } = read.data;
    const id = String(req.routeParams?.id);
    const receipt = await req.payload.findByID({
      collection: 'receipts',
      id,
      depth: 0,
      disableErrors: true,
      req,
    });
    if (!receipt) throw new APIError('There is no such receipt.', 404, null, true);
    const paths = (receipt.places as { path: string }[]).map(({ path }) => path);
    const check = {
      at: new Date().toISOString(),
      ms,
      missing: paths.filter((path) => missing.includes(path)),
    };
    await req.payload.update({ collection: 'receipts', id, data: { check }, req });
    return Response.json({ check });
  },
};

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
export const receiptField = componentField(
  'receipt',
  { Field: '/admin/receipt.tsx#Receipt' },
  { position: 'sidebar' },
);
