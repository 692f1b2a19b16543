import { spawnSync } from 'node:child_process';
import { runQuietly } from './run.mjs';

/** Debian's headless Chromium: tests take two thirds of the time of the full browser. */
const shell = 'chromium-headless-shell';

/** The programs that `npm test` needs, each with its Debian package. */
const testPrograms = { [shell]: shell, git: 'git', ffmpeg: 'ffmpeg', openssl: 'openssl' };

/** The programs that `npm run test:release` and the benchmarks need. */
export const releaseTestPrograms = {
  ...testPrograms,
  nginx: 'nginx',
  caddy: 'caddy',
  certutil: 'libnss3-tools',
  wrk: 'wrk',
  curl: 'curl',
  shellcheck: 'shellcheck',
  'systemd-analyze': 'systemd',
  'firefox-esr': 'firefox-esr',
  WebKitWebDriver: 'webkit2gtk-driver',
  Xvfb: 'xvfb',
  buildah: 'buildah',
  mmdebstrap: 'mmdebstrap',
  // Debian's database server is in no folder of the PATH.
  '/usr/lib/postgresql/*/bin/postgres': 'postgresql',
};

/** Servers are in /usr/sbin, which is not in every user's PATH. */
const has = (command) =>
  spawnSync('sh', ['-c', `PATH="$PATH:/usr/sbin" command -v ${command}`]).status === 0;

/**
 * Installs the Debian packages of missing programs. Throws the reason if that fails, unless only
 * the headless shell is missing and another Chromium is installed.
 */
export async function ensureTestPrograms(packages = testPrograms) {
  const listMissing = () => Object.keys(packages).filter((command) => !has(command));
  const missing = listMissing();
  if (missing.length === 0) return;
  try {
    await install(missing.map((command) => packages[command]));
  } catch (error) {
    const other = ['chromium', 'chromium-browser', 'google-chrome'].find(has);
    if (!other || listMissing().some((command) => command !== shell)) throw error;
    console.log(`Testing with ${other}: ${shell} could not be installed.`);
  }
}

async function install(names) {
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  if (!has('apt-get') || (asRoot.length > 0 && !has('sudo'))) {
    throw new Error(
      `The tests need these Debian packages: ${names.join(', ')}. Install them and try again.`,
    );
  }
  // Prevents Debian from starting installed servers.
  const environment = ['DEBIAN_FRONTEND=noninteractive', 'SYSTEMD_OFFLINE=1'];
  const [command, ...args] = [...asRoot, 'env', ...environment, 'apt-get'];
  await runQuietly('Updating the package lists', command, [...args, 'update']);
  await runQuietly(`Installing ${names.join(', ')}`, command, [
    ...args,
    'install',
    '-y',
    '--no-install-recommends',
    ...names,
  ]);
}
