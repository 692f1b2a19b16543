import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { mentor, toCookie } from '#tests/support/accounts.ts';
import { samplePdf, sampleVideo } from '#tests/support/sample-files.ts';
import { until } from '#tests/support/site-process.ts';
import { createTusClient } from '#tests/support/tus-client.ts';
import type { FileEntry, Ledger } from './ledger.ts';
import { isGood, read, send, sendJson } from './send.ts';

/** How long an upload goes on trying, in milliseconds; the browser does for half an hour. */
const uploadPatience = 60_000;

/** A part of an upload, in bytes: small, so that there are many of them. */
const partBytes = 128 * 1024;

export interface Session {
  url: string;
  cookie: string;
}

/** Signs in as the mentor, as soon as that can be done. */
export async function signIn(url: string): Promise<Session> {
  const cookie = await until('the mentor to be signed in', async () => {
    const answer = await fetch(`${url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(mentor),
    }).catch(() => undefined);
    return answer?.ok ? toCookie(answer.headers.getSetCookie()) : undefined;
  });
  return { url, cookie };
}

/** Cancels one of the bookings that were taken. */
export async function cancelOne(
  { url, cookie }: Session,
  ledger: Ledger,
  random: () => number,
): Promise<void> {
  const taken = ledger.bookings.filter(
    ({ isStored, cancellation }) => isStored && cancellation === 'none',
  );
  const chosen = taken[Math.floor(random() * taken.length)];
  if (!chosen) return;
  const asked = await send(`${url}/api/bookings/${chosen.id}`, { headers: { Cookie: cookie } });
  const { version } = read(asked);
  if (!isGood(asked)) return;
  chosen.cancellation = 'asked';
  const path = `${url}/api/bookings/${chosen.id}/cancellation`;
  const answer = await sendJson(path, { version }, { method: 'PUT', cookie });
  if (isGood(answer)) chosen.cancellation = 'acknowledged';
}

/** Writes something new into the settings, by one hand. */
export async function saveSetting({ url, cookie }: Session, ledger: Ledger): Promise<void> {
  const path = `${url}/api/settings/legal`;
  const asked = await send(path, { headers: { Cookie: cookie } });
  if (!isGood(asked)) return;
  const { version, value } = read(asked);
  const id = `settings ${randomUUID()}`;
  const entry = { id, round: ledger.round, isAcknowledged: false };
  ledger.settings.push(entry);
  const legal = { ...Object(value), privacy: id };
  const answer = await sendJson(path, { version, value: legal }, { method: 'PUT', cookie });
  entry.isAcknowledged = isGood(answer);
}

/**
 * Uploads a guide or a video in parts and saves its record, going on after whatever goes wrong. Some
 * are given up on the way: what they leave is for the sweep.
 */
export async function uploadFile(
  { url, cookie }: Session,
  ledger: Ledger,
  random: () => number,
): Promise<boolean> {
  const isVideo = random() < 0.3;
  const size = 2_000 + Math.floor(random() * (isVideo ? 1_500_000 : 200_000));
  const content = isVideo ? sampleVideo(size) : samplePdf(size);
  /** Where it is given up: one in eight, before a part, before its record, or never. */
  const abandonedAt = random() < 0.125 ? Math.floor(random() * 3) : 3;
  const hash = createHash('sha256').update(content).digest('hex');
  const id = randomUUID();
  const entry: FileEntry = {
    ...{ id, round: ledger.round, isAcknowledged: false, hash },
    url: undefined,
  };
  ledger.files.push(entry);
  const deadline = Date.now() + uploadPatience;
  const client = createTusClient((path, init) =>
    fetch(new URL(path, url), {
      ...init,
      signal: AbortSignal.timeout(10_000),
      headers: { ...init.headers, Cookie: cookie },
    }),
  );

  /** Until it goes well, or there is no sense in going on. */
  async function insist<T>(step: () => Promise<T | undefined>): Promise<T | undefined> {
    while (Date.now() < deadline) {
      const result = await step().catch(() => undefined);
      if (result !== undefined) return result;
      await delay(300);
    }
    return undefined;
  }

  const begun = await insist(async () => {
    const answer = await client.begin(content.length, {
      kind: isVideo ? 'video' : 'freebie',
      filename: isVideo ? 'lesson.mp4' : 'guide.pdf',
    });
    return answer.headers.get('Location') ?? undefined;
  });
  if (begun === undefined || abandonedAt === 0) return false;

  const isSent = await insist(async () => {
    const asked = await client.ask(begun);
    // It is gone: with it the disk that it was on, or the part that was cut off.
    if (asked.status === 404 || asked.status === 410) return false;
    let offset = Number(asked.headers.get('Upload-Offset'));
    if (!asked.ok || Number.isNaN(offset)) return undefined;
    while (offset < content.length) {
      const part = content.subarray(offset, offset + partBytes);
      if (!(await client.patch(begun, offset, part)).ok) return undefined;
      offset += part.length;
      if (abandonedAt === 1) return false;
    }
    return true;
  });
  if (!isSent) return false;

  const stored = await insist(async () => {
    const answer = await client.finish(begun);
    if (answer.status === 404) return '';
    return answer.ok ? ((await answer.json()).url as string) : undefined;
  });
  if (!stored) return false;
  entry.url = stored;
  if (abandonedAt === 2) return false;
  const record = isVideo
    ? { id, title: 'Lesson', subtitle: 'One', video_url: stored }
    : { id, title: 'Guide', file_url: stored };
  const path = `${url}/api/${isVideo ? 'videos' : 'freebies'}`;
  const saved = await insist(async () => {
    const answer = await sendJson(path, record, { cookie });
    if (isGood(answer)) return true;
    // It is refused, as when nobody is signed in: no repeat would help.
    return answer.status >= 400 && answer.status < 500 ? false : undefined;
  });
  entry.isAcknowledged = saved === true;
  return entry.isAcknowledged;
}
