/** Words that stand in examples everywhere. They are known to everybody, so they keep no secret. */
const sample = /sample|example|change[-_ ]?me|secret|password|0123456789/i;
const samplePasswords = /^(secret|password|change[-_]?me|example|sample|admin|root|test|1234.*)$/i;

/** Where notices go that nobody has named an address for. Harmless on one's own machine. */
export const sampleStaffEmail = 'staff@localhost';

/** @returns whether others than this machine reach the address. */
export function isPublicAddress(url: string): boolean {
  const { hostname } = new URL(url);
  return !/^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/**
 * Everything in the environment of a process that must not be so when strangers reach the site, or when it runs in
 * production.
 *
 * @param env with a PUBLIC_URL that is a URL. @returns one sentence each that says what to do; values are never quoted.
 */
export function productionFaults(env: Record<string, string | undefined>): string[] {
  const faults: string[] = [];
  const secret = env.PAYLOAD_SECRET;
  if (env.NODE_ENV === 'production' && secret) faults.push(...weakness(secret));
  const address = env.PUBLIC_URL;
  if (!address || !isPublicAddress(address)) return faults;
  if (!env.NODE_ENV)
    faults.push('NODE_ENV is not set, but PUBLIC_URL is a public address: set NODE_ENV=production.');
  if (env.NODE_ENV !== 'production') return faults;
  if (!address.startsWith('https:'))
    faults.push('PUBLIC_URL is a public address without encryption: it must start with https://.');
  if (env.DEVELOPER_PAGES)
    faults.push('DEVELOPER_PAGES shows pages that are not for the public: leave it out in production.');
  for (const name of ['MONGODB_URI', 'CMS_MONGODB_URI', 'SMTP_URL']) {
    if (samplePasswords.test(passwordIn(env[name])))
      faults.push(`${name} holds a sample password: put one of your own in its place.`);
  }
  if (/@(.+\.)?example\.(com|org|net)(:\d+)?\/?$/.test(env.SMTP_URL ?? ''))
    faults.push('SMTP_URL is a sample value: put the address of your mail server in its place.');
  if (env.STAFF_EMAIL === sampleStaffEmail)
    faults.push('STAFF_EMAIL is a sample value: put the address that gets notices in its place.');
  return faults;
}

function weakness(secret: string): string[] {
  if (sample.test(secret))
    return ['PAYLOAD_SECRET is a sample value: put a secret of your own in its place.'];
  const words = /^[a-z\s._-]+$/i.test(secret);
  if (words || new Set(secret).size < 10 || isRepeated(secret))
    return ['PAYLOAD_SECRET can be guessed: take a random one, such as `openssl rand -hex 32` prints.'];
  return [];
}

/** @returns whether the text begins anew before its end: `abcabcab` and the like. */
function isRepeated(text: string): boolean {
  for (let period = 1; period <= text.length / 2; period += 1) {
    if (text.slice(period) === text.slice(0, -period)) return true;
  }
  return false;
}

function passwordIn(uri = ''): string {
  const password = /^[a-z+]+:\/\/[^/@]*?:([^/@]*)@/i.exec(uri)?.[1] ?? '';
  try {
    return decodeURIComponent(password);
  } catch {
    return password;
  }
}
