import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { CalendarNetwork } from '#features/calendars/server/reading/download-calendar.ts';
import { createCertificateAuthority } from '#tests/support/certificate-authority.ts';

export type CalendarHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** Starts an https server for calendars. A site that gets its `network` treats it as public. */
export async function startCalendarServer() {
  const authority = await createCertificateAuthority('localhost');
  const [cert, key] = await Promise.all([
    readFile(authority.siteCertificate),
    readFile(authority.siteKey),
  ]);
  const handlers = new Map<string, CalendarHandler>();
  const asked: IncomingMessage[] = [];
  const server = createServer({ cert, key }, (request, response) => {
    asked.push(request);
    const handle = handlers.get(request.url ?? '');
    if (handle) handle(request, response);
    else response.writeHead(404).end();
  }).listen(0);
  await once(server, 'listening');
  const origin = `https://localhost:${(server.address() as AddressInfo).port}`;
  const network: CalendarNetwork = {
    allowedAddresses: ['127.0.0.1', '::1'],
    ca: authority.certificate,
  };

  return {
    network,
    origin,
    /** The requests so far, oldest first. */
    asked,
    /** Serves a text, or the response of a handler, at a path. Returns its URL. */
    put(path: string, answer: string | CalendarHandler): string {
      const isText = typeof answer === 'string';
      handlers.set(
        path,
        isText
          ? (_, response) => response.setHeader('Content-Type', 'text/calendar').end(answer)
          : answer,
      );
      return origin + path;
    },
    /** Removes a path. */
    remove: (path: string) => handlers.delete(path),
    async close() {
      server.closeAllConnections();
      server.close();
      await authority.remove();
    },
  };
}

export type CalendarServer = Awaited<ReturnType<typeof startCalendarServer>>;
