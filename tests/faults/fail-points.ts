import type { mongo } from 'mongoose';
import { Attempts, countDamage, type Evaluation, prepareEvaluations } from './evaluations.ts';
import { failSome, turnOff } from './fail-point.ts';
import { all, forEachAtOnce, none, seconds, sized } from './figures.ts';
import type { Trial } from './trial.ts';

const sends = 1_000;
const writers = 10;
const share = 0.1;
/** Until the deadline of the database (docs/decisions/091), the page and a busy machine. */
const answersWithinMs = 9_000;

const writes = ['insert', 'update', 'findAndModify'];
const commit = ['commitTransaction'];
const transient = ['TransientTransactionError'];

/** What a driver meets where a server is restarted, steps down, conflicts or loses its network. */
const failures: Record<string, mongo.Document> = {
  'a write closes its connection': { failCommands: writes, closeConnection: true },
  'the commit closes its connection': { failCommands: commit, closeConnection: true },
  'a write finds no primary': { failCommands: writes, errorCode: 10107 },
  'the commit finds no primary': { failCommands: commit, errorCode: 10107 },
  'a write conflicts': { failCommands: writes, errorCode: 112, errorLabels: transient },
  'the commit is not confirmed by a majority': {
    failCommands: commit,
    writeConcernError: { code: 91, errmsg: 'Replication is being shut down' },
  },
  'the commit takes too long': { failCommands: commit, errorCode: 50 },
  'the transaction is gone': { failCommands: writes, errorCode: 251, errorLabels: transient },
};

export const failPoints: Trial = {
  name: 'fail-points',
  title: 'Fail points of the driver',
  about: `Case evaluations are sent by ${writers} people at once, who send again until it is acknowledged, while the server fails a tenth of the site’s commands: ${Object.keys(failures).join('; ')}.`,
  on: 'one node',
  async run(scale, product) {
    const each = Math.ceil(sized(sends, scale, 40) / Object.keys(failures).length);
    const attempts = new Attempts();
    const acknowledged: Evaluation[] = [];
    const evaluations = await prepareEvaluations(each * Object.keys(failures).length, product);
    for (const [at, failure] of Object.values(failures).entries()) {
      await failSome(share, failure, product);
      try {
        await forEachAtOnce(evaluations.slice(at * each, (at + 1) * each), writers, async (evaluation) => {
          if (await attempts.sendUntilStored(product.url, evaluation)) acknowledged.push(evaluation);
        });
      } finally {
        await turnOff(product);
      }
    }
    const damage = await countDamage(evaluations, product);
    const { counts, took } = attempts;
    return [
      all('evaluations acknowledged', acknowledged.length, evaluations.length),
      none('acknowledged and lost', damage.lost),
      none('stored or mailed twice', damage.twice),
      none('stored in part', damage.halfDone),
      none(
        `refused otherwise than in our words, beside ${counts['refused in our words']} in ours`,
        counts['refused otherwise'] + counts['not answered'],
      ),
      seconds('slowest answer', Math.max(...took), answersWithinMs),
    ];
  },
};
