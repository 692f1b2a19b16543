import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';

const suffix = '.eml';

/** One captured mail, as a list shows it. */
export interface MailboxEntry {
  /** Names the mail within the mailbox; what `readMail` takes. */
  name: string;
  /** When it was captured. */
  capturedAt: Date;
}

/**
 * Keeps a mail as a file, whole or not at all. The same name a second time changes
 * nothing: the first mail stays, which makes a repeated delivery no delivery.
 */
export async function storeInMailbox(
  directory: string,
  name: string,
  message: Uint8Array,
): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const temporary = join(directory, `.${name}.${randomUUID()}.tmp`);
  const handle = await open(temporary, 'wx', 0o600);
  try {
    await handle.writeFile(message);
    await handle.sync();
    // Unlike a rename, a link refuses to replace what is there.
    await link(temporary, join(directory, `${name}${suffix}`));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await handle.close();
    await rm(temporary, { force: true });
  }
  const folder = await open(directory, 'r');
  await folder.sync().finally(() => folder.close());
}

/** The captured mails, newest first. A mailbox that was never written to is empty. */
export async function listMailbox(directory: string): Promise<MailboxEntry[]> {
  const names = await readdir(directory).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
  const entries = await Promise.all(
    names
      .filter((name) => name.endsWith(suffix) && !name.startsWith('.'))
      .map(async (name) => ({
        name: name.slice(0, -suffix.length),
        capturedAt: (await stat(join(directory, name))).mtime,
      })),
  );
  return entries.sort((a, b) => b.capturedAt.getTime() - a.capturedAt.getTime());
}

/** One captured mail, taken apart. Throws when there is none of this name. */
export async function readMail(directory: string, name: string): Promise<Email> {
  if (!/^[\w.-]+$/.test(name)) throw new Error('No such mail');
  return PostalMime.parse(await readFile(join(directory, `${name}${suffix}`)));
}
