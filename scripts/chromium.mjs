import { spawnSync } from 'node:child_process';
import { runQuietly } from './run-quietly.mjs';

const has = (command) => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0;

/**
 * Makes sure that there is a Chromium for the browser tests; installs Debian's if there
 * is none. Throws with the reason when it cannot.
 */
export async function ensureChromium() {
  if (['chromium', 'chromium-browser', 'google-chrome'].some(has)) return;
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  if (!has('apt-get') || (asRoot.length > 0 && !has('sudo'))) {
    throw new Error(
      'The browser tests need Chromium, and it cannot be installed from here: install the package `chromium`, then try again.',
    );
  }
  const environment = { DEBIAN_FRONTEND: 'noninteractive' };
  const [command, ...before] = [...asRoot, 'apt-get'];
  await runQuietly('Updating the package lists', command, [...before, 'update'], environment);
  const packages = ['install', '-y', '--no-install-recommends', 'chromium'];
  await runQuietly('Installing Chromium', command, [...before, ...packages], environment);
}
