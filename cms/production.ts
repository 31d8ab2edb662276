/** Words of sample values, which everybody knows. */
const sample = /sample|example|change[-_ ]?me|secret|password|0123456789/i;
const samplePasswords = /^(secret|password|change[-_]?me|example|sample|admin|root|test|1234.*)$/i;

/** The default recipient of notices. Harmless on a developer's machine. */
export const sampleStaffEmail = 'staff@localhost';

/** @returns whether the address can be reached from other machines. */
export function isPublicAddress(url: string): boolean {
  const { hostname } = new URL(url);
  return !/^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/**
 * Finds everything in a process's environment that is unacceptable for a public site or in production.
 *
 * @param env with a PUBLIC_URL that is a URL. @returns one sentence per fault that says what to do; never quotes values.
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
  // Only the processes that send mail pass it on, an empty one where there is none.
  if (env.SMTP_URL === '')
    faults.push('SMTP_URL is not set, so no mail would leave: put the address of your mail server in it.');
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

/** @returns whether the text repeats itself, like `abcabcab`. */
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
