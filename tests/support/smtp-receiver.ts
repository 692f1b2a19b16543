import PostalMime, { type Email } from 'postal-mime';
import type { SMTPServerOptions } from 'smtp-server';
import { openMailServer } from './mail-server.ts';

/** A mail that the receiver accepted, as sent over the network. */
export interface ReceivedMail {
  envelope: { from: string; to: string[] };
  raw: string;
  mail: Email;
}

/** What the receiver does with a complete mail. */
type Verdict = 'accept' | 'refuse' | 'hold' | 'drop';

/** A real mail server that keeps the mails it accepts. */
export interface SmtpReceiver {
  url: string;
  received: ReceivedMail[];
  /** Returns how many mails were attempted, accepted or not. */
  offered: () => number;
  /**
   * `refuse` is a temporary failure (451). `hold` delays the answer until `release`. `drop` accepts
   * the mail but closes the connection before answering.
   */
  behave: (verdict: Verdict) => void;
  /** Accepts every held mail. */
  release: () => void;
  close: () => Promise<void>;
}

/**
 * Starts a mail server on a free local port, without sign-in and TLS unless `options` enable them.
 */
export async function startSmtpReceiver(options?: SMTPServerOptions): Promise<SmtpReceiver> {
  const received: ReceivedMail[] = [];
  const held: (() => void)[] = [];
  let verdict: Verdict = 'accept';
  let offered = 0;

  const server = await openMailServer(async (raw, envelope) => {
    offered += 1;
    if (verdict === 'refuse') return 'refused for now';
    const mail = await PostalMime.parse(raw);
    if (verdict === 'hold') await new Promise<void>((resolve) => held.push(resolve));
    received.push({
      envelope: {
        from: envelope.mailFrom ? envelope.mailFrom.address : '',
        to: envelope.rcptTo.map(({ address }) => address),
      },
      raw: raw.toString('utf8'),
      mail,
    });
    return verdict === 'drop' ? 'line dropped' : 'taken';
  }, options);

  return {
    url: server.url,
    received,
    offered: () => offered,
    behave: (next) => {
      verdict = next;
    },
    release() {
      for (const answer of held.splice(0)) answer();
    },
    close: server.close,
  };
}
