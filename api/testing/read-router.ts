import type { AnyTRPCProcedure } from '@trpc/server';
import { z } from 'zod';
import type { ProcedureMeta } from '#api/platform/trpc.ts';
import { appRouter, browserRouter } from '#api/router.ts';

/** A procedure, for tests that call all of them. */
export interface ListedProcedure extends ProcedureMeta {
  /** Such as `clients.signIn`. */
  name: string;
  type: 'query' | 'mutation' | 'subscription';
  /** Whether it is served under /trpc. */
  served: boolean;
  /** JSON Schema of its input, if it takes any. What JSON can't say, such as a file, is `{}`. */
  schema: Record<string, unknown> | undefined;
}

const proceduresOf = ({ _def }: { _def: { procedures: object } }) =>
  Object.entries(_def.procedures as Record<string, AnyTRPCProcedure>);

/** @returns every procedure of the product. */
export function readRouter(): ListedProcedure[] {
  const served = new Map(proceduresOf(browserRouter));
  return proceduresOf(appRouter).map(([name, procedure]) => {
    const { type, inputs } = procedure._def;
    const [input] = inputs as z.ZodType[];
    const schema = input && z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
    return {
      ...(procedure.meta as ProcedureMeta),
      name,
      type,
      served: served.get(name) === procedure,
      schema,
    };
  });
}

/** @returns the metadata of a procedure. */
export function metaOf(name: string): ProcedureMeta {
  return new Map(proceduresOf(appRouter)).get(name)?.meta as ProcedureMeta;
}
