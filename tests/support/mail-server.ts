import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerEnvelope, type SMTPServerOptions } from 'smtp-server';
import { openPassage } from './passage.ts';

/** How a mail server responds to a complete mail. 451 is a temporary refusal. */
export type MailAnswer = 'taken' | 'refused for now' | 'line dropped';

/**
 * Starts a real mail server on a free local port, behind a proxy that can be cut. `decide` chooses
 * the answer to each complete mail.
 */
export async function openMailServer(
  decide: (raw: Buffer, envelope: SMTPServerEnvelope) => Promise<MailAnswer>,
  options: SMTPServerOptions = { disabledCommands: ['AUTH', 'STARTTLS'] },
) {
  const server = new SMTPServer({
    ...options,
    logger: false,
    closeTimeout: 100,
    async onData(stream, session, callback) {
      const raw = await buffer(stream).catch(() => undefined);
      // An empty mail means that the connection was cut before its end.
      if (!raw) return;
      const answer = await decide(raw, session.envelope);
      if (answer === 'line dropped') passage.drop();
      else if (answer === 'taken') callback();
      else callback(Object.assign(new Error('Try again later'), { responseCode: 451 }));
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const passage = await openPassage({ host: '127.0.0.1', port });

  return {
    url: `smtp://127.0.0.1:${passage.port}`,
    passage,
    async close() {
      await passage.close();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
