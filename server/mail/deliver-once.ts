import type { Journal } from '#server/journal/journal.ts';
import type { Logger } from '#server/logger.ts';
import type { Mail } from './mail.ts';
import { isRefusal } from './mail-failure.ts';
import type { Mailer } from './mailer.ts';

/**
 * An email may or may not have arrived: the line broke, or the process was killed, when the mail
 * server had it and had not answered. Another try might make a second mail.
 */
export class UncertainDelivery extends Error {
  override name = 'UncertainDelivery';
  constructor(cause?: unknown) {
    super('The mail server did not confirm it. It may or may not have arrived.', {
      cause,
    });
  }
}

/** Remembers, whatever is killed, that a mail is with the mail server, which has not answered yet. */
export interface Handover {
  isBegun(): Promise<boolean> | boolean;
  begin(): Promise<void>;
  /** It was not taken after all. */
  end(): Promise<void>;
}

/** For a mail whose words stand nowhere else: a second one is better than none. */
export const repeatable: Handover = {
  isBegun: () => false,
  begin: async () => {},
  end: async () => {},
};

export type DeliverOnce = ReturnType<typeof createDeliverOnce>;

interface DeliverOnceOptions {
  mailer: Pick<Mailer, 'send'>;
  journal: Pick<Journal, 'isMailed' | 'markMailed' | 'isHandedOver'>;
  log: Logger;
}

/**
 * Makes the gate that every mail passes, one at a time for each key: what was taken is written to
 * the journal before anything else happens. The database is not asked here: it may be away. Throws
 * UncertainDelivery for a mail that is not to be tried again by itself.
 */
export function createDeliverOnce({ mailer, journal, log }: DeliverOnceOptions) {
  const running = new Map<string, Promise<unknown>>();

  async function deliver(mail: Mail, handover: Handover): Promise<'sent' | 'sent-before'> {
    if (journal.isMailed(mail.key)) return 'sent-before';
    const isGuarded = handover !== repeatable;
    if (isGuarded && (journal.isHandedOver(mail.key) || (await handover.isBegun())))
      throw new UncertainDelivery();
    await handOver(mail, handover);
    await journal.markMailed(mail.key).catch((reason: unknown) => {
      // This process remembers all the same, and the database hears of it next.
      log.error({ mail: mail.key, reason }, 'The journal could not record a sent email');
    });
    return 'sent';
  }

  async function handOver(mail: Mail, handover: Handover): Promise<void> {
    const noted = { isBegun: false, isWhole: false };
    try {
      await mailer.send(mail, async () => {
        noted.isBegun = true;
        await handover.begin();
        noted.isWhole = true;
      });
    } catch (error) {
      if (noted.isWhole && !isRefusal(error) && handover !== repeatable)
        throw new UncertainDelivery(error);
      if (noted.isBegun) {
        await handover.end().catch((reason: unknown) => {
          log.error(
            { mail: mail.key, reason },
            'It could not be recorded that an email was rejected',
          );
        });
      }
      throw error;
    }
  }

  return (mail: Mail, handover: Handover) => {
    const before = running.get(mail.key) ?? Promise.resolve();
    const mine = before.then(() => deliver(mail, handover));
    // Whoever waits behind it has a try of their own, whatever becomes of this one.
    const settled = mine.catch(() => {});
    running.set(mail.key, settled);
    settled.then(() => {
      if (running.get(mail.key) === settled) running.delete(mail.key);
    });
    return mine;
  };
}
