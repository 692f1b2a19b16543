import { spawnSync } from 'node:child_process';
import { fail } from './prepare.mjs';

const has = (command) => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0;

/** Makes sure that there is a Chromium for the browser tests; installs Debian's if there is none. */
export function ensureChromium() {
  const names = ['chromium', 'chromium-browser', 'google-chrome'];
  if (names.some(has)) return;
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  if (!has('apt-get') || (asRoot.length > 0 && !has('sudo'))) {
    fail('The browser tests need Chromium: install the package `chromium`, then try again.');
  }
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']]) {
    const [command, ...rest] = [...asRoot, 'apt-get', ...args];
    console.log(`Installing Chromium: ${command} ${rest.join(' ')}`);
    const result = spawnSync(command, rest, {
      encoding: 'utf8',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      maxBuffer: 64 * 1024 * 1024,
    });
    if (result.status !== 0) {
      fail(`Chromium could not be installed: ${result.stderr || result.error?.message}`);
    }
  }
}
