import { DomainError } from '@claimdesk/api/domain-error';
import {
  beginEditorTwoStep,
  confirmEditorTwoStep,
  endEditorTwoStep,
  endTwoStepOfEditor,
  proveEditor,
  requireEditor,
  type SignedInEditor,
} from '@claimdesk/api/editor-two-step';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { sessionHeaders } from './cms-cookies.ts';
import { answerCmsPage, readPosted, showSetup } from './cms-sign-in.ts';
import type { ServerContext } from './errors.ts';

const fields = z.object({
  password: z.string().max(200).default(''),
  code: z.string().trim().max(60).default(''),
  /** Of somebody else's account. */
  id: z
    .string()
    .regex(/^[0-9a-f]{24}$/)
    .optional(),
});
type Fields = z.infer<typeof fields>;
type Deps = ServerContext['deps'];

/** What editors can do about two-step sign-in, by the last part of the address. */
const acts: Record<string, (editor: SignedInEditor, given: Fields, deps: Deps) => Promise<object>> = {
  begin: async (editor, proof, deps) => ({ setup: showSetup(await beginEditorTwoStep(editor, proof, deps)) }),
  confirm: async (editor, { code }, deps) => ({
    recoveryCodes: await confirmEditorTwoStep(editor, code, deps),
  }),
  end: (editor, proof, deps) => done(endEditorTwoStep(editor, proof, deps)),
  help: (editor, { id = '', ...proof }, deps) => done(endTwoStepOfEditor(editor, { id, ...proof }, deps)),
  prove: (editor, proof, deps) => done(proveEditor(editor, proof, deps)),
};

async function done(work: Promise<void>): Promise<object> {
  await work;
  return {};
}

/** @param act the last part of the address. */
export function answerTwoStep(
  act: string,
  request: FastifyRequest,
  reply: FastifyReply,
  context: Pick<ServerContext, 'env' | 'deps'>,
): Promise<FastifyReply> {
  const { env, deps } = context;
  return answerCmsPage(request, reply, context, async () => {
    const posted = fields.safeParse(await readPosted(request));
    const editor = await requireEditor(sessionHeaders(request, env), deps);
    const run = acts[act.toLowerCase()];
    if (!run) throw new DomainError('not-found', 'There is nothing at this address.');
    if (!posted.success) throw new DomainError('bad-input', 'What was sent could not be read.');
    return { body: await run(editor, posted.data, deps) };
  });
}
