/** The public forms, one line each: all that a new one needs outside of its folder. `intakes.ts` makes them one list. */
export { attorneyApplication } from './attorney-application/intake.ts';
export { callRequest } from './call-request/intake.ts';
export { caseEvaluation } from './case-evaluation/intake.ts';
export { contract } from './contract/intake.ts';
