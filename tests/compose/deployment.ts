import { type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const here = import.meta.dirname;
/** For what the test adds. */
const toolImage = 'node:24.21.0-bookworm-slim';
const example = readFileSync(join(here, '../../.env.example'), 'utf8');
const settings = [...example.matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => name);

/** The tools that are there. */
interface Tools {
  /** Builds images and runs containers. */
  engine: 'docker' | 'podman';
  compose: readonly [string, ...string[]];
}

/** @throws Error with one sentence that says what is missing. */
export function findTools(): Tools {
  const works = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;
  if (works('docker', 'info') && works('docker', 'compose', 'version'))
    return { engine: 'docker', compose: ['docker', 'compose'] };
  if (works('podman', 'info') && works('podman-compose', '--version'))
    return { engine: 'podman', compose: ['podman-compose'] };
  throw new Error(
    'This test needs docker with its plugin compose and a running daemon, or podman with podman-compose.',
  );
}

export interface Deployment {
  tools: Tools;
  /** Where visitors reach it. */
  url: string;
  /** Where the mail catcher shows what it caught. */
  mailUrl: string;
  /** Builds the image of a checkout. @returns its size in bytes, and that of what it is based on. */
  build(version: string, folder: string): Promise<{ bytes: number; baseBytes: number }>;
  /** Starts a version that was built with so many sites, on the data that is there, and waits for `setup` to end. */
  up(version: string, sites: number): Promise<void>;
  /** Starts the database alone. */
  upDatabase(version: string): Promise<void>;
  /** What `docker compose run` does: a command in a container of its own. @param input a file that it reads. */
  runOnce(service: string, command: string[], input?: string): Promise<string>;
  /** Removes containers and data. @param images whether the images go too. */
  down(options: { images: boolean }): Promise<void>;
  /** @returns the ids of a service's containers. */
  containers(service: string): Promise<string[]>;
  /** Runs a command in the first container of a service. */
  exec(service: string, ...command: string[]): Promise<string>;
  /** @returns what the containers of a service have printed so far. */
  logs(service: string): Promise<string>;
  /** Runs a command of the engine. @returns what it printed. @throws Error with the end of that. */
  engine(...args: string[]): Promise<string>;
}

/**
 * @param work a folder for the files of this run, and @param env the file with the settings.
 * @param signal ends the command that is running.
 */
export function makeDeployment({
  tools,
  withStandIns,
  work,
  env,
  ports,
  signal,
}: {
  tools: Tools;
  /** Whether base images are looked for by their names alone: a stand-in has another digest. */
  withStandIns: boolean;
  work: string;
  env: string;
  ports: { site: number; mail: number };
  signal: AbortSignal;
}): Deployment {
  const project = `claimdesk-test-${process.pid}`;
  const imageOf = (version: string) => `${project}:${version}`;
  const folders = new Map<string, string>();
  let running: string | undefined;

  const engine = (...args: string[]) => run([tools.engine, ...args], { signal });
  function adapt(text: string): string {
    const named = withStandIns ? text.replaceAll(/@sha256:[0-9a-f]{64}/g, '') : text;
    // Podman 4.3 knows no such interval, nor more than one file of a log.
    return tools.engine === 'podman'
      ? named.replaceAll(/^ *start_interval:.*\n/gm, '').replace(', max-file: "5"', '')
      : named;
  }
  function compose(version: string, args: string[], input?: string): Promise<string> {
    const folder = folders.get(version) ?? '';
    const [base, more] = [join(folder, 'docker-compose.yml'), join(folder, 'on-top.yml')];
    const files = ['-f', base, ...(existsSync(more) ? ['-f', more] : [])];
    const [command, ...rest] = tools.compose;
    // Only what the file with the settings says counts, whatever is set here.
    const hidden = settings.flatMap((name) => ['-u', name]);
    const words = [
      'env',
      ...hidden,
      'COMPOSE_PROFILES=trial',
      command,
      ...rest,
      '--env-file',
      env,
      '-p',
      project,
      ...files,
      ...args,
    ];
    const within = args[0] === 'down' ? {} : { signal };
    return input ? run(['bash', '-c', 'exec "$@" <"$0"', input, ...words], within) : run(words, within);
  }
  const containers = async (service: string) => {
    const labels = [`project=${project}`, `service=${service}`];
    const filters = labels.flatMap((label) => ['--filter', `label=com.docker.compose.${label}`]);
    return (await engine('ps', '-a', '-q', ...filters)).split('\n').filter(Boolean);
  };

  return {
    tools,
    url: `http://localhost:${ports.site}`,
    mailUrl: `http://127.0.0.1:${ports.mail}`,
    engine,
    containers,
    async exec(service, ...command) {
      const [container = ''] = await containers(service);
      return engine('exec', container, ...command);
    },
    async build(version, folder) {
      // In a folder of its own, since a tool would read settings from an .env beside the file.
      const own = join(work, version);
      await mkdir(own);
      for (const file of ['Dockerfile', 'docker-compose.yml'])
        await writeFile(join(own, file), adapt(await readFile(join(folder, file), 'utf8')));
      folders.set(version, own);
      const network = tools.engine === 'podman' ? ['--network', 'host'] : [];
      const words = ['build', ...network, '-f', join(own, 'Dockerfile'), '-t', imageOf(version), folder];
      await run(['nice', '-n', '10', tools.engine, ...words], { signal });
      const [, base = ''] = /^FROM (\S+)\n/m.exec(await readFile(join(own, 'Dockerfile'), 'utf8')) ?? [];
      const sizeOf = async (image: string) =>
        Number(await engine('image', 'inspect', '--format', '{{.Size}}', image));
      return { bytes: await sizeOf(imageOf(version)), baseBytes: await sizeOf(base) };
    },
    async upDatabase(version) {
      await compose(version, ['up', '-d', '--no-build', '--no-deps', 'mongo']);
      running = version;
    },
    runOnce(service, command, input) {
      const words = ['run', '--rm', '--no-deps', '-T', service, ...command];
      return compose(running ?? '', words, input);
    },
    async up(version, sites) {
      const folder = folders.get(version) ?? '';
      const all = (await compose(version, ['config', '--services'])).split('\n').map((name) => name.trim());
      // Those of `onTop` are there too from the second time on.
      const ours = all.filter((name) => name && !['mongo', 'mail', 'proxy', 'store'].includes(name));
      const separated = (await readFile(join(folder, 'docker-compose.yml'), 'utf8')).includes('\nnetworks:');
      await writeFile(join(folder, 'on-top.yml'), onTop(imageOf(version), ours, { ports, sites, separated }));
      running = version;
      const up = ['up', '-d', '--no-build'];
      if (tools.engine === 'docker') {
        await compose(version, [...up, '--remove-orphans']);
        return;
      }
      // When podman starts a container, it also starts what that depends on, even what has done its work and ended. So it is
      // told of no dependencies, and the order is kept here.
      const once = ours.filter((name) => !['cms', 'site', 'worker'].includes(name));
      await compose(version, [...up, '--no-deps', 'mongo', 'mail', 'store', ...once]);
      for (const id of (await Promise.all(once.map(containers))).flat()) await engine('wait', id);
      const rest = ours.filter((name) => !once.includes(name));
      await compose(version, [...up, '--no-deps', ...rest, 'proxy']);
    },
    async down({ images }) {
      if (running) await compose(running, ['down', '--remove-orphans', '-v']);
      const left = await run([tools.engine, 'volume', 'ls', '-q', '--filter', `name=${project}_`], {});
      for (const volume of left.split('\n').filter(Boolean))
        await run([tools.engine, 'volume', 'rm', '-f', volume], {});
      running = undefined;
      if (!images) return;
      for (const version of folders.keys()) await run([tools.engine, 'rmi', '-f', imageOf(version)], {});
    },
    async logs(service) {
      const printed = await Promise.all((await containers(service)).map((id) => engine('logs', id)));
      return printed.join('\n');
    },
  };
}

/** Several sites behind one address, two workers, a store of objects, and ports that nobody else uses. */
function onTop(
  image: string,
  ours: string[],
  { ports, sites, separated }: { ports: { site: number; mail: number }; sites: number; separated: boolean },
): string {
  const more: Record<string, string> = {
    site: `    scale: ${sites}\n    ports: !reset []\n`,
    worker: '    scale: 2\n',
  };
  const inNetwork = (name: string) => (separated ? `    networks: [${name}]\n` : '');
  return `services:
${ours.map((name) => `  ${name}:\n    image: ${image}\n${more[name] ?? ''}`).join('')}
  mail:
    ports: !override ["127.0.0.1:${ports.mail}:8025"]
  store:
    image: ${toolImage}
    command: node -e "import('/object-store.ts').then((store) => store.openObjectStore(9000, '::'))"
    volumes: ["${join(here, '../setup/object-store.ts')}:/object-store.ts:ro"]
${inNetwork('out')}
  proxy:
    image: ${toolImage}
    command: node /proxy.ts
    volumes: ["${join(here, 'proxy.ts')}:/proxy.ts:ro"]
    ports: ["127.0.0.1:${ports.site}:8080"]
${inNetwork('front')}`;
}

/** @returns what a command printed. @throws Error with the end of it when it fails. */
export async function run([command = '', ...args]: string[], options: SpawnOptions): Promise<string> {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  }
  const [code] = await once(child, 'close');
  if (code === 0) return output;
  throw new Error(`${command} ${args[0] ?? ''} ended with ${code}:\n${output.slice(-3_000)}`);
}
