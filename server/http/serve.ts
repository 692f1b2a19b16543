import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { ConfigError } from '#server/config.ts';
import {
  type BodyTimes,
  type ConnectionLimits,
  limitBodyTime,
  limitConnections,
} from './limit-connections.ts';

/** Asked first, on the connection itself; returns whether it has answered. */
export type AnswerDirectly = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;

interface ServeOptions {
  /** `bindings` lead to the socket that the request came through. */
  fetch: (request: Request, bindings: HttpBindings) => Response | Promise<Response>;
  answerDirectly?: AnswerDirectly | undefined;
  host: string;
  port: number;
  /** Other limits than the usual ones (limit-connections.ts). */
  bodyTimes?: Partial<BodyTimes>;
  connections?: Partial<ConnectionLimits>;
}

/** The longest that the head of a request may take to arrive, in milliseconds. */
const headersTimeout = 60_000;

/** A server that listens. */
export interface RunningServer {
  /** The port it got; differs from the wanted one only if that was 0. */
  port: number;
  /**
   * Takes no more connections, lets requests in flight finish for at most `deadlineMs`,
   * then cuts what is left. Returns whether all finished by themselves.
   */
  stop(deadlineMs: number): Promise<boolean>;
}

/** Listens. Throws a message for people when the port is taken or not allowed. */
export async function serve({ host, port, ...options }: ServeOptions): Promise<RunningServer> {
  const { answerDirectly = () => false } = options;
  const server = createAdaptorServer({
    fetch: (request, bindings) => options.fetch(request, bindings as HttpBindings),
    createServer: ((serverOptions, answer) =>
      createServer(serverOptions, (incoming, outgoing) => {
        if (!answerDirectly(incoming, outgoing)) answer?.(incoming, outgoing);
      })) as typeof createServer,
    // Of the whole request Node would know one time; bodies have their own below.
    serverOptions: { headersTimeout, requestTimeout: 0 },
  }) as Server;
  limitBodyTime(server, options.bodyTimes);
  limitConnections(server, options.connections);
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    // The explanation holds all that is known; a cause would be printed a second time.
    throw new ConfigError(explainListenError(error, host, port));
  }
  const address = server.address();

  return {
    port: typeof address === 'object' && address ? address.port : port,
    stop: (deadlineMs) => stop(server, deadlineMs),
  };
}

function explainListenError(error: unknown, host: string, port: number): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return `Port ${port} is already in use. Stop what uses it, or set PORT to another.`;
  if (code === 'EACCES')
    return `Port ${port} may not be opened by this user. Set PORT to one above 1023.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST ${host} is no address of this machine.`;
  return `Cannot listen on HOST ${host}, PORT ${port}: ${String(error)}`;
}

async function stop(server: Server, deadlineMs: number): Promise<boolean> {
  const closed = once(server.close(), 'close');
  // A connection that was busy just now is kept alive after its answer; it must go too.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  let isCut = false;
  const deadline = setTimeout(() => {
    isCut = true;
    server.closeAllConnections();
  }, deadlineMs);
  server.closeIdleConnections();
  await closed;
  clearInterval(sweep);
  clearTimeout(deadline);
  return !isCut;
}
