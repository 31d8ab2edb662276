import type { PipelineStage } from 'mongoose';
import { type Client, clientModel, signersIndex } from '#api/accounts/clients/client.model.ts';
import { agencyNoticeModel } from '#api/casework/profile/agency-notices.ts';
import type { Deps } from '#api/platform/deps.ts';
import { clientDocumentModel } from './client-documents.ts';
import { listedClients } from './listed-clients.ts';

/** Of each kind. */
const mostOfKind = 200;

/**
 * Finds the clients who wait for staff: with papers that nobody has opened, with a new address that Social Security has to be
 * told, and unverified ones with whose number a contract was signed. Of each kind 200, those who have waited longest; with papers
 * and addresses the verified ones first. So nothing that strangers register or send hides who waits.
 *
 * @returns the clients' ids, and whether there are more.
 */
export async function findWaiting({
  portal,
}: Pick<Deps, 'portal'>): Promise<{ ids: string[]; more: boolean }> {
  const limit = { $limit: mostOfKind + 1 };
  type Found = { _id: string };
  const kinds = await Promise.all([
    clientDocumentModel(portal).aggregate<Found>([
      { $match: { unread: true } },
      // By its index MongoDB reads one key of each client, however many papers they have.
      { $sort: { client_id: 1, at: 1 } },
      { $group: { _id: '$client_id', since: { $first: '$at' } } },
      ...verifiedFirst,
      limit,
    ]),
    // A client has one open notice.
    agencyNoticeModel(portal).aggregate<Found>([
      { $match: { sent_at: null } },
      { $project: { _id: '$client_id', since: '$made_at' } },
      ...verifiedFirst,
      limit,
    ]),
    clientModel(portal)
      .find({ identity_status: 'unverified', has_contract: true }, { _id: 1 })
      .sort(signersIndex)
      // Other indexes begin with all unverified accounts, which strangers make.
      .hint(signersIndex)
      .limit(mostOfKind + 1)
      .lean<Found[]>(),
  ]);
  const ids = kinds.flatMap((found) => found.slice(0, mostOfKind).map(({ _id }) => _id));
  return { ids: [...new Set(ids)], more: kinds.some(({ length }) => length > mostOfKind) };
}

/** Orders what waits, by the clients' ids, `since` when. */
const verifiedFirst: PipelineStage.FacetPipelineStage[] = [
  {
    $lookup: {
      from: listedClients.collection,
      localField: '_id',
      foreignField: '_id',
      pipeline: [
        { $match: { identity_status: 'verified' satisfies Client['identity_status'] } },
        { $project: { _id: 1 } },
      ],
      as: 'verified',
    },
  },
  { $set: { isVerified: { $ne: ['$verified', []] } } },
  { $sort: { isVerified: -1, since: 1, _id: 1 } },
];
