import { spawnSync } from 'node:child_process';
import { runQuietly } from './run-quietly.mjs';

const has = (command) => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0;

/** Debian's Chromium without windows: the same browser, and the tests take two thirds of the time. */
const shell = 'chromium-headless-shell';

/**
 * Makes sure that there is a Chromium for the browser tests; installs Debian's if there
 * is none. Throws with the reason when it cannot.
 */
export async function ensureChromium() {
  if (has(shell)) return;
  const others = ['chromium', 'chromium-browser', 'google-chrome'].filter(has);
  try {
    await install(shell);
  } catch (error) {
    if (others.length === 0) throw error;
    console.log(`Testing with ${others[0]}: ${shell} could not be installed.`);
  }
}

async function install(browser) {
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  if (!has('apt-get') || (asRoot.length > 0 && !has('sudo'))) {
    throw new Error(
      `The browser tests need Chromium, and it cannot be installed from here: install the package ${browser}, then try again.`,
    );
  }
  const environment = { DEBIAN_FRONTEND: 'noninteractive' };
  const [command, ...before] = [...asRoot, 'apt-get'];
  await runQuietly('Updating the package lists', command, [...before, 'update'], environment);
  const packages = ['install', '-y', '--no-install-recommends', browser];
  await runQuietly('Installing Chromium', command, [...before, ...packages], environment);
}
