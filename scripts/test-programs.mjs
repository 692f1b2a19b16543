import { spawnSync } from 'node:child_process';
import { runQuietly } from './run.mjs';

/** Debian's Chromium without windows: the same browser, and the tests take two thirds of the time. */
const shell = 'chromium-headless-shell';

/** What tests call besides what npm brings, each with the Debian package that has it. */
const testPrograms = {
  [shell]: shell,
  nginx: 'nginx',
  caddy: 'caddy',
  openssl: 'openssl',
  certutil: 'libnss3-tools',
  wrk: 'wrk',
  git: 'git',
  curl: 'curl',
  shellcheck: 'shellcheck',
  'systemd-analyze': 'systemd',
};

/** The same of the tests in other engines. */
export const engineTestPrograms = {
  'firefox-esr': 'firefox-esr',
  WebKitWebDriver: 'webkit2gtk-driver',
  Xvfb: 'xvfb',
};

/** What sets a clock for some processes alone. */
export const chaosPrograms = { faketime: 'faketime' };

/** Servers lie in /usr/sbin, which is not on everybody's path. */
const has = (command) =>
  spawnSync('sh', ['-c', `PATH="$PATH:/usr/sbin" command -v ${command}`]).status === 0;

/**
 * Installs Debian's packages of what tests call and is missing. Throws with the reason when it
 * cannot; another Chromium will do.
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
      `The tests need ${names.join(', ')}, which cannot be installed from here: install the packages of these names, then try again.`,
    );
  }
  // Debian starts the servers that it installs; systemd is told not to. Where they run all the
  // same they are in nobody's way: those of the tests have ports and folders of their own.
  const environment = ['DEBIAN_FRONTEND=noninteractive', 'SYSTEMD_OFFLINE=1'];
  const [command, ...args] = [...asRoot, 'env', ...environment, 'apt-get'];
  await runQuietly('Updating the package lists', command, [...args, 'update']);
  await runQuietly(`Installing ${names.join(', ')}`, command, [
    ...args,
    ...['install', '-y', '--no-install-recommends', ...names],
  ]);
}
