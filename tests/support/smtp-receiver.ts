import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A mail that the receiver took, as it came over the wire. */
export interface ReceivedMail {
  envelope: { from: string; to: string[] };
  raw: string;
  mail: Email;
}

/** What the receiver does once it has heard a whole mail. */
type Verdict = 'accept' | 'refuse' | 'hold';

/** A real mail server that keeps what it takes. */
export interface SmtpReceiver {
  url: string;
  received: ReceivedMail[];
  /** How many mails were offered, taken or not. */
  offered: () => number;
  /** `refuse` is a temporary failure (451); `hold` waits with the answer until `release`. */
  behave: (verdict: Verdict) => void;
  /** Takes every held mail. */
  release: () => void;
  close: () => Promise<void>;
}

/** Starts a mail server on a free port of this machine. */
export async function startSmtpReceiver(): Promise<SmtpReceiver> {
  const received: ReceivedMail[] = [];
  const held: (() => void)[] = [];
  let verdict: Verdict = 'accept';
  let offered = 0;

  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    closeTimeout: 100,
    async onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk);
      offered += 1;
      if (verdict === 'refuse') {
        callback(Object.assign(new Error('Try again later'), { responseCode: 451 }));
        return;
      }
      const raw = Buffer.concat(chunks);
      const mail = await PostalMime.parse(raw);
      const take = () => {
        received.push({
          envelope: {
            from: session.envelope.mailFrom ? session.envelope.mailFrom.address : '',
            to: session.envelope.rcptTo.map(({ address }) => address),
          },
          raw: raw.toString('utf8'),
          mail,
        });
        callback();
      };
      if (verdict === 'hold') held.push(take);
      else take();
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;

  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    offered: () => offered,
    behave: (next) => {
      verdict = next;
    },
    release() {
      for (const answer of held.splice(0)) answer();
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
