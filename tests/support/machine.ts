import { execFile, type SpawnOptions, spawn } from 'node:child_process';
import { appendFile, cp, mkdir, readdir, readFile, readlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { createClient, publicName, runProxy } from './proxies.ts';
import { createDirectory, findFreePort, removeDirectory } from './site-process.ts';

const execute = promisify(execFile);

/** How a version of the stand-in behaves (stand-in-site/site.mjs). */
type Behaviour =
  | 'is good'
  | 'is not built'
  | 'is not backed up'
  | 'ends'
  | 'is wrong'
  | 'is not ready';

/** The output and exit code of a script. */
interface ScriptResult {
  code: number | null;
  output: string;
}

export type Machine = Awaited<ReturnType<typeof createMachine>>;

const programs = path.resolve('tests/support/machine-programs');

/**
 * The site that is published and built: the small stand-in, or this site with its existing packages
 * and build.
 */
const kinds = {
  'stand-in': {
    copySource: (source: string) => cp('tests/support/stand-in-site', source, { recursive: true }),
    environment: {},
  },
  site: {
    copySource: (source: string) =>
      cp('.', source, {
        recursive: true,
        filter: (file) => !/^(?:node_modules|build|data|test-results|\.\w+)(?:\/|$)/.test(file),
      }),
    environment: { MACHINE_PROJECT: process.cwd() },
  },
};

/**
 * Creates a machine to install on: a folder as its root, replacements for programs that only root
 * may run (machine-programs/), and a repository from which versions come. Disposal stops and
 * deletes everything.
 */
export async function createMachine(kind: keyof typeof kinds = 'stand-in') {
  const directory = await createDirectory();
  const at = (...parts: string[]) => path.join(directory, ...parts);
  const root = at('root');
  const onMachine = (file: string) => path.join(root, file);
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;

  const environment: NodeJS.ProcessEnv = {
    // Servers are in /usr/sbin, which is not on every user's PATH.
    PATH: `${programs}:${process.env.PATH}:/usr/sbin`,
    ...kinds[kind].environment,
    HOME: at('home'),
    DEPLOY_ROOT: root,
    // Do not wait for a certificate.
    DEPLOY_HTTPS_SECONDS: '0',
    GIT_AUTHOR_NAME: 'Test',
    GIT_AUTHOR_EMAIL: 'test@example.com',
    GIT_COMMITTER_NAME: 'Test',
    GIT_COMMITTER_EMAIL: 'test@example.com',
  };

  const git = async (folder: string, ...args: string[]) =>
    (await execute('git', ['-C', at(folder), ...args], { env: environment })).stdout.trim();

  /** Publishes a new version for the next update. Returns the start of its commit hash. */
  async function publish(behaviour: Behaviour = 'is good'): Promise<string> {
    if (kind === 'stand-in') await writeFile(at('source/behaviour'), behaviour);
    await git('source', 'add', '.');
    await git('source', 'commit', '--quiet', '--allow-empty', `--message=It ${behaviour}`);
    return git('source', 'rev-parse', '--short=12', 'HEAD');
  }

  function start(script: string, args: string[] = [], given: NodeJS.ProcessEnv = {}) {
    const options: SpawnOptions = { env: { ...environment, ...given } };
    const child = spawn(at('checkout/deploy', script), args, {
      ...options,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        output += chunk;
      });
    }
    const ended = new Promise<ScriptResult>((resolve) => {
      child.on('close', (code) => resolve({ code, output }));
    });
    return { child, ended, output: () => output };
  }

  for (const folder of ['home', 'source', 'root/run/systemd/system', 'root/etc/time-vs-price']) {
    await mkdir(at(folder), { recursive: true });
  }
  await kinds[kind].copySource(at('source'));
  await cp('deploy', at('source/deploy'), { recursive: true });
  await git('source', 'init', '--quiet', '--initial-branch=main');
  const first = await publish();
  await git('.', 'clone', '--quiet', 'source', 'checkout');
  // An operator would write these settings, because the machine's folders differ from a test's.
  await writeFile(
    onMachine('etc/time-vs-price/site.env'),
    [
      `PORT=${port}`,
      `DATA_DIR=${onMachine('var/lib/time-vs-price')}`,
      `BACKUP_DIR=${onMachine('var/backups/time-vs-price')}`,
    ].join('\n'),
  );

  let stopCaddy = async () => {};

  return {
    /** The commit of the first version. */
    first,
    url,
    environment,
    at,
    onMachine,
    git,
    publish,
    start,
    /** Runs one of the scripts of deploy/ to its end. */
    run: (script: string, args?: string[], given?: NodeJS.ProcessEnv) =>
      start(script, args, given).ended,
    install: (...args: string[]) => start('install', [publicName, ...args]).ended,
    read: (file: string) => readFile(onMachine(file), 'utf8'),
    /** Returns the commit of the version that answers visitors. */
    async running(): Promise<string> {
      const answer = await fetch(`${url}/healthz`);
      return (await answer.json()).commit;
    },
    /** Adds a migration to the next version of this site. */
    async addMigration(statement: string): Promise<void> {
      const folder = at('source/src/platform/db/migrations');
      const journalFile = path.join(folder, 'meta/_journal.json');
      const journal = JSON.parse(await readFile(journalFile, 'utf8'));
      const last = journal.entries.at(-1);
      const tag = `${String(last.idx + 1).padStart(4, '0')}_of_a_test`;
      journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag });
      await writeFile(path.join(folder, `${tag}.sql`), `${statement};\n`);
      await writeFile(journalFile, JSON.stringify(journal));
    },
    releases: () => readdir(onMachine('opt/time-vs-price/releases')),
    /** Returns the release that a link points to: the running one or the previous one. */
    releaseOf: (link: 'current' | 'previous') => readlink(onMachine(`opt/time-vs-price/${link}`)),
    /** Starts or stops the site through systemd. */
    control: (verb: 'start' | 'stop') =>
      execute('systemctl', [verb, 'time-vs-price'], { env: environment }),
    /** Returns the calls of systemctl since the last time. */
    async calls(): Promise<string[]> {
      const file = onMachine('run/calls');
      const calls = (await readFile(file, 'utf8')).trim().split('\n').filter(Boolean);
      await writeFile(file, '');
      return calls;
    },
    /** Adds a row to the site's data. */
    async addRow(row: string): Promise<void> {
      await appendFile(onMachine('var/lib/time-vs-price/rows'), `${row}\n`);
    },
    /** Starts the configured Caddy on other ports. Returns a client that trusts its authority. */
    async startCaddy() {
      const ports = { httpPort: await findFreePort(), httpsPort: await findFreePort() };
      const installed = await readFile(onMachine('etc/caddy/Caddyfile'), 'utf8');
      const own = [
        'local_certs',
        'admin off',
        'default_bind 127.0.0.1',
        `http_port ${ports.httpPort}`,
        `https_port ${ports.httpsPort}`,
      ];
      await writeFile(at('Caddyfile'), installed.replace('local_certs', own.join('\n')));
      const authority = at('home/.local/share/caddy/pki/authorities/local/root.crt');
      const readClient = async () =>
        createClient({ ...ports, authority: { certificate: await readFile(authority, 'utf8') } });
      const args = ['run', '--adapter', 'caddyfile', '--config', at('Caddyfile')];
      const answers = async () =>
        (await (await readClient()).send('GET', '/healthz')).status === 200;
      stopCaddy = await runProxy('caddy', args, at('home'), answers);
      return readClient();
    },
    async [Symbol.asyncDispose]() {
      await stopCaddy();
      await this.control('stop');
      await removeDirectory(directory);
    },
  };
}
