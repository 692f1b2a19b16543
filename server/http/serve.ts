import { once } from 'node:events';
import { createServer, type Server, type ServerOptions } from 'node:http';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { ConfigError } from '#server/config.ts';
import {
  type BodyTimes,
  type ConnectionLimits,
  limitBodyTime,
  limitConnections,
  limitWriteTime,
} from './limit-connections.ts';
import {
  type Handle,
  handleInTurn,
  limitPerVisitor,
  type RequestLimits,
} from './limit-requests.ts';

export interface ServeOptions {
  /** `bindings` lead to the socket that the request came through. */
  fetch: (request: Request, bindings: HttpBindings) => Response | Promise<Response>;
  host: string;
  port: number;
  /** How many proxies of our own stand before the site: their connections are those of all visitors. */
  trustedProxies?: number;
  limits?: Partial<Limits>;
}

interface Limits extends ConnectionLimits, RequestLimits {
  /** The longest that the head of a request may take to arrive, in milliseconds. */
  headTime: number;
  bodyTimes: BodyTimes;
  /** The longest that a client may take no byte of a response, in milliseconds. */
  writeTimeout: number;
}

const usualLimits: Limits = {
  total: 2_000,
  perNetwork: 250,
  perConnection: 8,
  perVisitor: 250,
  headTime: 15_000,
  // A part of an upload is 8 MB, which a line of 5 KB a second brings in time.
  bodyTimes: { usual: 60_000, uploadPart: 30 * 60_000 },
  writeTimeout: 60_000,
};

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
  const { trustedProxies = 0 } = options;
  const limits = { ...usualLimits, ...options.limits };
  const server = createAdaptorServer({
    fetch: (request, bindings) => options.fetch(request, bindings as HttpBindings),
    createServer: ((serverOptions: ServerOptions, answer?: Handle) => {
      const handle: Handle = (incoming, outgoing) => answer?.(incoming, outgoing);
      const { perVisitor, perConnection } = limits;
      const limited = limitPerVisitor(handle, { perVisitor, trustedProxies });
      const behindProxy = trustedProxies > 0;
      return createServer(
        serverOptions,
        handleInTurn(behindProxy ? limited : handle, perConnection),
      );
    }) as typeof createServer,
    serverOptions: {
      headersTimeout: limits.headTime,
      connectionsCheckingInterval: 1_000,
      // Of the whole request Node would know one time; bodies have their own below.
      requestTimeout: 0,
    },
  }) as Server;
  limitBodyTime(server, limits.bodyTimes);
  limitWriteTime(server, limits.writeTimeout);
  const perNetwork = trustedProxies > 0 ? Number.POSITIVE_INFINITY : limits.perNetwork;
  limitConnections(server, { total: limits.total, perNetwork });
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
    return `HOST ${host} is not an address of this machine.`;
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
