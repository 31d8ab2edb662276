import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '../faults/figures.ts';
import { ask } from './visitor.ts';

const ops = join(import.meta.dirname, '../../ops');
const name = 'www.your-firm.example';

export interface ProxyPlan {
  /** For its files; it is there, and empty. */
  folder: string;
  /** Of a certificate for `localhost`. */
  certificate: string;
  key: string;
  ports: { https: number; http: number; sites: [number, number] };
}

/** Makes a certificate for `localhost` that lasts a day. */
export function makeCertificate(folder: string): { certificate: string; key: string } {
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const made = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1'];
  execFileSync('openssl', ['req', ...made, ...subject, '-keyout', key, '-out', certificate], {
    stdio: 'ignore',
  });
  return { certificate, key };
}

/** What is started for each proxy: the file of `ops` with the names, ports and certificate of the test in the place of its own. */
const programs = {
  async nginx({ folder, certificate, key, ports }: ProxyPlan) {
    const site = replaced(await readFile(join(ops, 'nginx.conf'), 'utf8'), [
      [/^ +listen \[::\].*\n/gm, ''],
      [/listen 80;/g, `listen 127.0.0.1:${ports.http};`],
      [/listen 443 ssl/g, `listen 127.0.0.1:${ports.https} ssl`],
      [/\S+fullchain\.pem/g, certificate],
      [/\S+privkey\.pem/g, key],
      [/127\.0\.0\.1:3000/g, `127.0.0.1:${ports.sites[0]}`],
      [/127\.0\.0\.1:3001/g, `127.0.0.1:${ports.sites[1]}`],
      [/https:\/\/www\.your-firm\.example/g, `https://localhost:${ports.https}`],
      [/www\.your-firm\.example/g, 'localhost'],
    ]);
    const own = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    const main = [
      ...(process.getuid?.() === 0 ? ['user root;'] : []),
      `pid ${folder}/nginx.pid;`,
      'error_log stderr error;',
      'worker_rlimit_nofile 8192;',
      'events { worker_connections 4096; }',
      `http { ${own.map((each) => `${each}_temp_path ${folder}/${each};`).join(' ')} include ${folder}/site.conf; }`,
    ];
    await writeFile(join(folder, 'site.conf'), site);
    await writeFile(join(folder, 'nginx.conf'), main.join('\n'));
    const args = ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'];
    return { file: 'nginx', args, env: process.env };
  },
  async caddy({ folder, certificate, key, ports }: ProxyPlan) {
    const text = replaced(await readFile(join(ops, 'Caddyfile'), 'utf8'), [
      [/^\{\n/m, `{\n\tadmin off\n\thttp_port ${ports.http}\n\thttps_port ${ports.https}\n`],
      [/^www\.your-firm\.example \{\n/m, `localhost {\n\ttls ${certificate} ${key}\n`],
      [/127\.0\.0\.1:3000/g, `127.0.0.1:${ports.sites[0]}`],
      [/127\.0\.0\.1:3001/g, `127.0.0.1:${ports.sites[1]}`],
    ]);
    await writeFile(join(folder, 'Caddyfile'), text);
    const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
    return { file: 'caddy', args: ['run', '--config', join(folder, 'Caddyfile')], env };
  },
};

export type ProxyName = keyof typeof programs;
export const proxyNames = Object.keys(programs) as ProxyName[];

/** @throws Error when the file of `ops` no longer has what is replaced. */
function replaced(text: string, pairs: [RegExp, string][]): string {
  for (const [pattern, value] of pairs) {
    if (text.search(pattern) < 0) throw new Error(`The file in ops has no ${pattern} any more.`);
    text = text.replace(pattern, value);
  }
  const left = text.split('\n').find((line) => line.includes(name) && !line.startsWith('#'));
  if (left) throw new Error(`The test would leave this line as it is: ${left}`);
  return text;
}

/** Starts the installed proxy with the file of `ops`. @throws Error when it is not installed or does not answer. */
export async function startProxy(proxy: ProxyName, plan: ProxyPlan): Promise<{ stop(): Promise<void> }> {
  await mkdir(plan.folder, { recursive: true });
  const { file, args, env } = await programs[proxy](plan);
  const child = spawn(file, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (text) => {
    said = `${said}${text}`.slice(-4_000);
  });
  const exited = once(child, 'exit').catch((error: Error) => {
    said += error.message;
  });
  const answers = async () => {
    if (child.exitCode !== null || child.pid === undefined) throw new Error(`${proxy} does not run: ${said}`);
    return ask(`https://localhost:${plan.ports.https}`, '/healthz').then(
      ({ status }) => status === 200,
      () => false,
    );
  };
  await until(`${proxy} answers`, 30_000, answers);
  return {
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
