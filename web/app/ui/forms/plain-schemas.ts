import type { Answers } from '@claimdesk/forms/definition';
import type { Registry, RJSFSchema } from '@rjsf/utils';
import type { FormContext } from './form-context.ts';

type SchemaUtils = Registry<Answers, RJSFSchema, FormContext>['schemaUtils'];

/** What rjsf's `SchemaField` asks of them. */
const asked: Pick<SchemaUtils, 'retrieveSchema' | 'getDisplayLabel'> = {
  retrieveSchema: (schema) => schema,
  // The field template shows the label of every question.
  getDisplayLabel: () => true,
};

/**
 * The registry's helpers for schemas, without references, conditions and alternatives: the schemas of our steps have none
 * (`forms/ui-schema.ts`), and rjsf's own, which resolve them, are 13 KB of script. `rjsf-contract.test.tsx` holds both.
 */
export const plainSchemas = asked as SchemaUtils;
