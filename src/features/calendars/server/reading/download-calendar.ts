import { isIP } from 'node:net';
import { Agent, fetch } from 'undici';
import { type AllowedNetwork, allowsAddress, lookUpAllowed } from '#platform/net/public-address.ts';
import { CalendarError } from './calendar-error.ts';

/** The network options that tests replace. */
export interface CalendarNetwork extends AllowedNetwork {
  /** Time limits in milliseconds, if they differ from the defaults. */
  patienceMs?: { download?: number; reading?: number };
}

const maxBytes = 20 * 1024 ** 2;
const maxRedirects = 3;
/** The time limit of the whole download, in milliseconds. */
const usualPatienceMs = 60_000;

const privateNetwork = () =>
  new CalendarError('We can’t reach this address: it’s on a private network.');

/**
 * Downloads a calendar from the public internet over https. Every name is resolved once and
 * checked, and the connection uses the checked addresses, also after a redirect. Throws
 * CalendarError.
 */
export async function downloadCalendar(
  url: string,
  userAgent: string,
  network?: CalendarNetwork,
): Promise<string> {
  const isAllowed = allowsAddress(network);
  const lookup = lookUpAllowed(isAllowed, privateNetwork);
  const connect = { lookup, ...(network && { ca: network.ca }) };
  const dispatcher = new Agent({ connect, allowH2: false });
  const signal = AbortSignal.timeout(network?.patienceMs?.download ?? usualPatienceMs);
  const headers = {
    'User-Agent': userAgent,
    Accept: 'text/calendar, text/plain;q=0.5, */*;q=0.1',
  };
  try {
    let target = new URL(url);
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      requireAllowed(target, isAllowed);
      const response = await fetch(target, { dispatcher, signal, headers, redirect: 'manual' });
      const location = response.headers.get('location');
      if (response.ok) return await readText(response.body ?? []);
      if (location === null) throw toStatusError(response.status);
      await response.body?.cancel();
      target = new URL(location, target);
    }
    throw new CalendarError('This address keeps redirecting and never reaches a calendar.');
  } catch (error) {
    throw toCalendarError(error);
  } finally {
    await dispatcher.destroy();
  }
}

/** IP addresses skip the name lookup, so they are checked here. */
function requireAllowed({ protocol, hostname }: URL, isAllowed: (address: string) => boolean) {
  if (protocol !== 'https:') throw new CalendarError('The address must start with https://.');
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(address) && !isAllowed(address)) throw privateNetwork();
}

function toStatusError(status: number): CalendarError {
  const advice: Record<number, string> = {
    401: 'This calendar is private. Copy its secret address instead.',
    403: 'This calendar is private. Copy its secret address instead.',
    404: 'There is no longer a calendar at this address. Copy the address again.',
    410: 'There is no longer a calendar at this address. Copy the address again.',
    429: 'We asked for this calendar too often. Try again in a few minutes.',
  };
  const other =
    status >= 500
      ? 'The calendar’s server has a problem. Try again in a few minutes.'
      : 'The calendar’s server doesn’t accept this address. Copy it again.';
  return new CalendarError(`${advice[status] ?? other} (Error ${status})`);
}

/** Counts the bytes after decompression, so that a small response can’t expand to a large one. */
async function readText(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new CalendarError('The calendar is larger than 20 MB.');
    chunks.push(chunk);
  }
  const content = Buffer.concat(chunks);
  return new TextDecoder(findEncoding(content)).decode(content);
}

/** Recognises UTF-16, which some programs write, also without a byte order mark. */
function findEncoding([first, second]: Uint8Array): string {
  if ((first === 0xff && second === 0xfe) || second === 0) return 'utf-16le';
  return (first === 0xfe && second === 0xff) || first === 0 ? 'utf-16be' : 'utf-8';
}

/** Explanations of connection errors, by the code or name of the error. */
const connectionErrors: [RegExp, string][] = [
  [/Timeout|TIMEDOUT|_TIMEOUT/, 'The calendar’s server takes too long to answer.'],
  [/ENOTFOUND|EAI_AGAIN/, 'We couldn’t find the name in this address.'],
  [/ECONNREFUSED|UNREACH/, 'The calendar’s server doesn’t answer.'],
  [/ECONNRESET|UND_ERR_SOCKET/, 'The connection to the calendar’s server was lost.'],
  [
    /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_VERIFY|EPROTO/,
    'The calendar’s server has no valid certificate for https.',
  ],
];

function toCalendarError(error: unknown): CalendarError {
  const names: string[] = [];
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof CalendarError) return cause;
    names.push(cause.name, String(Reflect.get(cause, 'code')));
  }
  const known = connectionErrors.find(([code]) => names.some((name) => code.test(name)));
  return new CalendarError(known?.[1] ?? 'We couldn’t download this calendar.');
}
