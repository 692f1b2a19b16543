import { setTimeout as delay } from 'node:timers/promises';
import { openMailServer } from '#tests/support/mail-server.ts';

/**
 * How it meets a mail: takes it; takes it and says so after a while only; refuses every other one for
 * now; or lets the line drop, by turns before and after it has taken a mail, which it cannot say any more.
 */
export type Manner = 'takes all' | 'is slow' | 'refuses some' | 'drops the line';

/** How long the slow one takes, in milliseconds. */
const slowness = 4_000;

/** Starts a real mail server that remembers what it has taken, behind a passage that can be cut. */
export async function startMailServer() {
  /** How often each mail was taken, by the left part of its Message-ID. */
  const taken = new Map<string, number>();
  /** The notice of each visitor, by the email that it is to be replied to: the left part of its Message-ID. */
  const notices = new Map<string, string>();
  let manner: Manner = 'takes all';
  let offered = 0;

  function take(raw: string): void {
    // A long one stands on the next line.
    const id = /^message-id:\s*<([^@>]+)@/im.exec(raw)?.[1] ?? 'without an id';
    taken.set(id, (taken.get(id) ?? 0) + 1);
    const email = /^reply-to:[^@]*?([\w-]+@example\.com)/im.exec(raw)?.[1];
    if (email) notices.set(email, id);
  }

  const server = await openMailServer(async (raw) => {
    offered += 1;
    const isOther = offered % 2 === 0;
    if (manner === 'refuses some' && isOther) return 'refused for now';
    if (manner === 'drops the line') {
      if (isOther) take(raw.toString());
      return 'line dropped';
    }
    take(raw.toString());
    if (manner === 'is slow') await delay(slowness);
    return 'taken';
  });

  return {
    ...server,
    ...{ taken, notices },
    behave(next: Manner) {
      manner = next;
    },
  };
}
