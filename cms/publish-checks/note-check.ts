import { APIError, addDataAndFileToRequest, type Endpoint } from 'payload';
import { z } from 'zod';

const checkShape = z.strictObject({
  ms: z.number().int().min(0).max(3_600_000).nullable(),
  missing: z.array(z.string().max(400)).max(600),
});

/** Stores what a browser found on the public pages. Paths that the receipt doesn't have are ignored. */
export const noteCheck: Endpoint = {
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
