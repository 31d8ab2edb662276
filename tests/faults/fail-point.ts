import type { mongo } from 'mongoose';
import { type Product, siteApp } from './product.ts';

/** Which commands of the site the server fails or holds back (the server's own `failCommand`, which tests may set). */
export interface FailPoint {
  commands: readonly string[];
  /** A collection of the portal database, where the command names one. */
  on?: string;
  /** Lets so many of them pass first. */
  after?: number;
  /** Whose commands; by default those of the site. `null` for everybody's. */
  app?: null;
}

const blockedMs = 20_000;

/** Holds back one command of the site. @returns what waits until it is held, and what lets it go. */
export async function holdBack(
  { commands, on, after = 0, app }: FailPoint,
  product: Product,
): Promise<{ held(): Promise<void>; release(): Promise<void> }> {
  const admin = adminOf(product);
  const { count } = await admin.command({
    configureFailPoint: 'failCommand',
    mode: after > 0 ? { skip: after } : { times: 1 },
    data: {
      failCommands: commands,
      ...(on && { namespace: `portal.${on}` }),
      ...(app !== null && { appName: siteApp }),
      blockConnection: true,
      blockTimeMS: blockedMs,
    },
  });
  return {
    async held() {
      const timesEntered = Number(count) + 1;
      await admin.command({ waitForFailPoint: 'failCommand', timesEntered, maxTimeMS: 30_000 });
    },
    release: () => turnOff(product),
  };
}

/** Fails this share of the commands, as the server or the network may. */
export async function failSome(share: number, failure: mongo.Document, product: Product): Promise<void> {
  await adminOf(product).command({
    configureFailPoint: 'failCommand',
    mode: { activationProbability: share },
    data: { appName: siteApp, ...failure },
  });
}

export async function turnOff(product: Product): Promise<void> {
  await adminOf(product).command({ configureFailPoint: 'failCommand', mode: 'off' });
}

function adminOf({ portal }: Product): mongo.Db {
  return portal.getClient().db('admin');
}
