import type { Exported } from '#api/casework/exports/exported.ts';
import { type Contract, contractsCollection, listedContracts } from './contract.model.ts';
import { showContract } from './open-contract.ts';

export const exportedContracts: Exported<Contract> = {
  name: 'contracts',
  heading: 'Contracts',
  file: 'contracts',
  collection: contractsCollection,
  list: listedContracts,
  facts: ['Reference', 'Signed'],
  factsOf: ({ reference, signed_at }) => ({ Reference: reference, Signed: signed_at.toISOString() }),
  answers: { form: 'contract', show: showContract },
};
