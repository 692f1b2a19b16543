import { existsSync } from 'node:fs';
import path from 'node:path';

/** How the system's Chromium is started: alone, quiet and without a sandbox, as root needs it. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** By their speed: the first has no windows to draw. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

/** Where the system's Chromium is. Throws when there is none on the PATH. */
export function chromiumPath(): string {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  for (const name of names) {
    for (const folder of folders) {
      const candidate = path.join(folder, name);
      if (existsSync(candidate)) return candidate;
    }
  }
  throw new Error('No Chromium on this machine: `npm test` installs it, or install it yourself.');
}
