import { chmod, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { mentor, toCookie } from '#tests/support/accounts.ts';
import { createOwnFolder, type OwnFolder, sendMessage } from '#tests/support/own-folder.ts';
import { samplePdf, samplePicture } from '#tests/support/sample-files.ts';
import { createTusClient } from '#tests/support/tus-client.ts';

let folder: OwnFolder;
let umask: number;

beforeEach(async () => {
  folder = await createOwnFolder({ isEmpty: true });
  umask = process.umask();
});
afterEach(() => {
  process.umask(umask);
  return folder[Symbol.asyncDispose]();
});

/**
 * Lists files in the data folder that other users could read or write, except in the database's own
 * folder.
 */
async function listOpen(): Promise<string[]> {
  const names = await readdir(folder.directory, { recursive: true });
  const ours = names.filter((name) => !name.startsWith('postgres/'));
  const modes = await Promise.all(
    ours.map(async (name) => {
      const { mode } = await stat(path.join(folder.directory, name));
      return `${(mode & 0o777).toString(8)} ${name}`;
    }),
  );
  return modes.filter((line) => !/^[67]00 /.test(line)).sort();
}

it.each([0o022, 0o000])(
  'protects the data folder from other users, with umask %o and in a folder that was open',
  async (given) => {
    await chmod(folder.directory, 0o777);
    process.umask(given);

    const site = await folder.startReady({
      ADMIN_EMAIL: mentor.email,
      ADMIN_PASSWORD: mentor.password,
    });
    await folder.expectArrivedOnce(await sendMessage(site));
    const signedIn = await fetch(`${site.url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(mentor),
    });
    const headers = { Cookie: toCookie(signedIn.headers.getSetCookie()) };
    const tus = createTusClient((address, init) =>
      fetch(new URL(address, site.url), { ...init, headers: { ...init?.headers, ...headers } }),
    );
    const kept = await tus.upload(samplePdf(), { kind: 'freebie', filename: 'kept.pdf' });
    expect(kept.status).toBe(200);
    await tus.begin(1_000, { kind: 'freebie', filename: 'begun.pdf' });
    const picture = await tus.upload(await samplePicture(), {
      kind: 'testimonial',
      filename: 'kept.png',
    });
    const { url } = await picture.json();
    expect((await fetch(`${site.url}/images/320${url}.webp`)).status).toBe(200);
    expect(await readdir(folder.directory)).toEqual(
      expect.arrayContaining(['cache', 'journal', 'mailbox', 'uploads', 'uploads-in-progress']),
    );
    expect(await listOpen()).toEqual([]);
    expect(((await stat(folder.directory)).mode & 0o022).toString(8)).toBe('0');
  },
);
