import { z } from 'zod';
import { appRouter } from '#api/router.ts';

/** A procedure, for tests that call all of them. */
export interface ListedProcedure {
  /** Such as `clients.signIn`. */
  name: string;
  type: 'query' | 'mutation' | 'subscription';
  /** Who may call it, from its base procedure. */
  audience: string | undefined;
  /** Whether each call is an entry of the audit log. */
  recorded: boolean;
  /** JSON Schema of its input, if it takes any. What JSON can't say, such as a file, is `{}`. */
  schema: Record<string, unknown> | undefined;
}

/** @returns every procedure of the router. */
export function readRouter(): ListedProcedure[] {
  return Object.entries(appRouter._def.procedures as Record<string, unknown>).map(([name, procedure]) => {
    const { _def } = procedure as {
      _def: {
        type: ListedProcedure['type'];
        meta?: { audience: string; recorded?: boolean };
        inputs: z.ZodType[];
      };
    };
    const [input] = _def.inputs;
    const schema = input && z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
    return {
      name,
      type: _def.type,
      audience: _def.meta?.audience,
      recorded: _def.meta?.recorded ?? false,
      schema,
    };
  });
}
