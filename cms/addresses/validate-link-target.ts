import type { TextFieldSingleValidation } from 'payload';
import { findTokenFault } from '../tokens.ts';
import { findTargetFault } from './find-target-fault.ts';

/** A field that holds where a link leads. It is checked when the document is published. */
export const validateLinkTarget: TextFieldSingleValidation = async (value, { req, collectionSlug, data }) => {
  const target = value?.trim() ?? '';
  const fault = findTokenFault(target) ?? (await findTargetFault(target, { req, collectionSlug, data }));
  return fault ? `The link ${fault}` : true;
};
