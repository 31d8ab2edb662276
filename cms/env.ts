import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type BucketSettings, bucketOf } from './bucket.ts';
import { productionFaults } from './production.ts';

const repositoryRoot = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

const settings = z.object({
  MONGODB_URI: z
    .string('is missing')
    .regex(/^mongodb(\+srv)?:\/\//, 'must start with mongodb:// or mongodb+srv://'),
  PAYLOAD_SECRET: z.string('is missing').min(32, 'must have at least 32 characters'),
  PUBLIC_URL: z.url('must be a full web address').default('http://localhost:3000'),
  CMS_DATABASE: z.string().min(1, 'must not be empty').default('cms'),
  DATA_DIR: z.string().min(1, 'must not be empty').default('data'),
  MEDIA_S3_URL: z.url('must be a full web address').optional(),
  MEDIA_S3_KEY_ID: z.string().optional(),
  MEDIA_S3_SECRET: z.string().optional(),
  MEDIA_S3_REGION: z.string().default('us-east-1'),
});

// Compiling the admin and generating types load the configuration without a database at hand. Payload itself
// refuses to start with the empty secret used there, so nothing can run for real in this mode.
const withoutConnection = settings.extend({
  MONGODB_URI: z.string().default(''),
  PAYLOAD_SECRET: z.string().default(''),
});

export type Environment = {
  /** Connection string of a replica set; transactions need its `replicaSet` name. */
  mongodbUri: string;
  /** Signs the editors' sessions; at least 32 characters. */
  payloadSecret: string;
  /** Origin that browsers see, without a trailing slash. */
  publicOrigin: string;
  database: string;
  /** Absolute path of the folder with uploaded files and their smaller copies. */
  mediaDirectory: string;
  /** Where uploaded files are kept instead, if they are. */
  mediaBucket: BucketSettings | undefined;
};

/**
 * Reads the settings of the CMS from `source`, usually `process.env`. `CMS_BUILDING=1` marks a build, where
 * nothing connects. Throws one Error whose message is a sentence naming every wrong setting.
 */
export function readEnvironment(source: Record<string, string | undefined>): Environment {
  const schema = source.CMS_BUILDING === '1' ? withoutConnection : settings;
  // docker-compose.yml passes on as empty what .env leaves out.
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const result = schema.safeParse(given);
  if (!result.success) {
    const faults = result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
    throw new Error(`The CMS cannot start: ${faults.join('; ')}.`);
  }
  const values = result.data;
  const unfit = source.CMS_BUILDING === '1' ? [] : productionFaults({ ...source, ...values });
  if (unfit.length > 0) throw new Error(unfit.join('\n'));
  return {
    mongodbUri: values.MONGODB_URI,
    payloadSecret: values.PAYLOAD_SECRET,
    publicOrigin: new URL(values.PUBLIC_URL).origin,
    database: values.CMS_DATABASE,
    mediaDirectory: path.resolve(repositoryRoot, values.DATA_DIR, 'media'),
    mediaBucket: bucketIn(values),
  };
}

function bucketIn(values: z.infer<typeof settings>): BucketSettings | undefined {
  const bucket = bucketOf('MEDIA', values);
  if (bucket || !(values.MEDIA_S3_URL || values.MEDIA_S3_KEY_ID || values.MEDIA_S3_SECRET)) return bucket;
  throw new Error('The CMS cannot start: MEDIA_S3_URL, MEDIA_S3_KEY_ID and MEDIA_S3_SECRET belong together.');
}

export const env = readEnvironment(process.env);
