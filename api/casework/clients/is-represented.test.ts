import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '#api/accounts/clients/create-client.ts';
import type { Deps } from '#api/platform/deps.ts';
import { clientSession, confirmAccount, staffMember, type Visitor } from '../../../tests/setup/clients.ts';
import { contractAnswers, openDeps, visitor } from '../../../tests/setup/deps.ts';
import { signContract } from '../../../tests/setup/submissions.ts';

let deps: Deps;
beforeAll(async () => {
  deps = await openDeps();
});
afterAll(() => deps.close());

const { date_of_birth: dateOfBirth } = contractAnswers;
const addAccount = (ssn: string) => createClient({ ssn, dateOfBirth, pin: '8052' }, deps);
const confirm = async (id: string) => confirmAccount(id, await staffMember(deps, 'reviewer'), deps);
const isRepresented = ({ call }: Visitor) => call.intake.isRepresented();
const sign = (changed: object) => signContract(deps, changed);

describe('that we do not represent them yet', () => {
  it('holds for a visitor, and for a client whose account nobody has confirmed', async () => {
    const id = await addAccount('212847391');
    await sign({ ssn: '212847391' });
    expect(await isRepresented(visitor(deps))).toBe(false);
    expect(await isRepresented(await clientSession(id, deps))).toBe(false);
    await confirm(id);
    expect(await isRepresented(await clientSession(id, deps))).toBe(true);
    expect(await isRepresented(visitor(deps))).toBe(false);
  });

  it('holds for a confirmed client without a contract, or with one that carries another date of birth', async () => {
    const id = await addAccount('212847392');
    await confirm(id);
    const client = await clientSession(id, deps);
    expect(await isRepresented(client)).toBe(false);
    await sign({ ssn: '212847392', date_of_birth: '1970-01-02' });
    expect(await isRepresented(client)).toBe(false);
    await sign({ ssn: '212847392' });
    expect(await isRepresented(client)).toBe(true);
  });
});
