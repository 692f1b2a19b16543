import { once } from 'node:events';
import { createServer, type Server, type ServerOptions } from 'node:http';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { ConfigError } from '#platform/config/config.ts';
import {
  type BodyTimes,
  type ConnectionLimits,
  type FindBodyKind,
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
  /** `bindings` contain the socket of the request. */
  fetch: (request: Request, bindings: HttpBindings) => Response | Promise<Response>;
  host: string;
  port: number;
  /**
   * How many trusted proxies are in front of the site. Their connections carry the requests of all
   * visitors.
   */
  trustedProxies?: number;
  limits?: Partial<Limits>;
  /** Without it, all bodies have the usual time. */
  findBodyKind?: FindBodyKind;
}

interface Limits extends ConnectionLimits, RequestLimits {
  /** How long the headers of a request may take to arrive, in milliseconds. */
  headTime: number;
  bodyTimes: BodyTimes;
  /** How long a client may stop reading a response, in milliseconds. */
  writeTimeout: number;
}

const usualLimits: Limits = {
  total: 2_000,
  perNetwork: 250,
  perConnection: 8,
  perVisitor: 250,
  headTime: 15_000,
  // An upload part has 8 MB, so 5 KB per second are enough.
  bodyTimes: { usual: 60_000, sentFile: 5 * 60_000, uploadPart: 30 * 60_000 },
  writeTimeout: 60_000,
};

export interface RunningServer {
  /** The actual port, which differs from the option if that was 0. */
  port: number;
  /**
   * Lets running requests finish for at most `deadlineMs`, then aborts them. Returns whether all
   * finished.
   */
  stop(deadlineMs: number): Promise<boolean>;
}

/** Starts listening. Throws a readable error if the port is taken or not allowed. */
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
      // By default, Node drops a second `Host`. A proxy may have used it; joined, it is no host (400).
      joinDuplicateHeaders: true,
      // Bodies have their own timeouts below.
      requestTimeout: 0,
    },
  }) as Server;
  limitBodyTime(server, limits.bodyTimes, options.findBodyKind);
  limitWriteTime(server, limits.writeTimeout);
  const perNetwork = trustedProxies > 0 ? Number.POSITIVE_INFINITY : limits.perNetwork;
  limitConnections(server, { total: limits.total, perNetwork });
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
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
  // Connections that become idle later must close too.
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
