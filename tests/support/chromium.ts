import { existsSync } from 'node:fs';
import path from 'node:path';

/** The arguments for the system's Chromium. Root has to run it without a sandbox. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Fastest first: the headless shell draws no windows. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

/** Returns the path of the system's Chromium. Throws if there is none on the PATH. */
export function chromiumPath(): string {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  for (const name of names) {
    for (const folder of folders) {
      const candidate = path.join(folder, name);
      if (existsSync(candidate)) return candidate;
    }
  }
  throw new Error('Chromium is not installed: run `npm test`, or install it yourself.');
}
