import { isIP } from 'node:net';
import { Agent, fetch, type Response } from 'undici';
import { CalendarError } from './calendar-error.ts';
import { type AllowedNetwork, allowsAddress, lookUpAllowed } from './public-address.ts';

/** The same for calendars. */
export interface CalendarNetwork extends AllowedNetwork {
  /** How long a download may take, and all of the reading, where that is not as usual; in milliseconds. */
  patienceMs?: { download?: number; reading?: number };
}

interface DownloadOptions {
  url: string;
  userAgent: string;
  /** What the server said of the version that is known already. */
  known?: Validators | undefined;
  network?: CalendarNetwork | undefined;
}

/** By these a server knows whether a version is still the newest. */
export interface Validators {
  etag: string | null;
  lastModified: string | null;
}

const maxBytes = 20 * 1024 ** 2;
const maxRedirects = 3;
/** For all of a download together, in milliseconds. */
const usualPatienceMs = 60_000;

const privateNetwork = () =>
  new CalendarError('We can’t reach this address: it’s on a private network.');

/**
 * Downloads a calendar from the public internet, over https alone: nothing when it is the version
 * that is known. A name is looked up once, judged, and connected to as it was judged, with every
 * redirect anew. Throws CalendarError.
 */
export async function downloadCalendar({
  url,
  userAgent,
  known,
  network,
}: DownloadOptions): Promise<(Validators & { text: string }) | undefined> {
  const isAllowed = allowsAddress(network);
  const lookup = lookUpAllowed(isAllowed, privateNetwork);
  const connect = { lookup, ...(network && { ca: network.ca }) };
  const dispatcher = new Agent({ connect, allowH2: false });
  const signal = AbortSignal.timeout(network?.patienceMs?.download ?? usualPatienceMs);
  try {
    let target = new URL(url);
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      requireAllowed(target, isAllowed);
      const headers = toHeaders(userAgent, redirects === 0 ? known : undefined);
      const response = await fetch(target, { dispatcher, signal, headers, redirect: 'manual' });
      const location = response.headers.get('location');
      if (response.status >= 300 && response.status < 400 && location !== null) {
        await response.body?.cancel();
        target = new URL(location, target);
        continue;
      }
      if (response.status === 304 && known) return undefined;
      requireSuccess(response);
      return {
        text: await readText(response),
        // What stands behind a redirect may change though the redirect does not.
        etag: redirects === 0 ? response.headers.get('etag') : null,
        lastModified: redirects === 0 ? response.headers.get('last-modified') : null,
      };
    }
    throw new CalendarError('This address keeps redirecting and never reaches a calendar.');
  } catch (error) {
    throw toCalendarError(error);
  } finally {
    await dispatcher.destroy();
  }
}

/** A number in the place of a name is never looked up. */
function requireAllowed({ protocol, hostname }: URL, isAllowed: (address: string) => boolean) {
  if (protocol !== 'https:') throw new CalendarError('The address must start with https://.');
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(address) && !isAllowed(address)) throw privateNetwork();
}

const toHeaders = (userAgent: string, known: Validators | undefined): Record<string, string> => ({
  'User-Agent': userAgent,
  Accept: 'text/calendar, text/plain;q=0.5, */*;q=0.1',
  ...(known?.etag && { 'If-None-Match': known.etag }),
  ...(known?.lastModified && { 'If-Modified-Since': known.lastModified }),
});

const tryLater = 'Try again in a few minutes.';

function requireSuccess({ status, ok }: Response): void {
  if (!ok) throw new CalendarError(`${adviseOn(status)} (Error ${status})`);
}

/** Says what the mentor can do about an answer. */
function adviseOn(status: number): string {
  if (status === 401 || status === 403)
    return 'This calendar is private. Copy its secret address instead.';
  if (status === 404 || status === 410)
    return 'There is no longer a calendar at this address. Copy the address again.';
  if (status === 429) return `We asked for this calendar too often. ${tryLater}`;
  if (status >= 500)
    return `The calendar’s server has a problem. ${tryLater} If this continues, share the calendar again and copy its new address.`;
  return 'The calendar’s server doesn’t accept this address. Copy it again.';
}

/** Counted as it comes out: a small answer may hold a large one, packed. */
async function readText({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new CalendarError('The calendar is larger than 20 MB.');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** What is wrong with a connection, by the code of its error. */
const connectionErrors: Record<string, string> = {
  ENOTFOUND: 'The name in this address does not exist.',
  EAI_AGAIN: 'We couldn’t look up the name in this address.',
  ECONNREFUSED: 'The calendar’s server doesn’t answer.',
  EHOSTUNREACH: 'The calendar’s server doesn’t answer.',
  ENETUNREACH: 'The calendar’s server doesn’t answer.',
  ECONNRESET: 'The connection to the calendar’s server was lost.',
  UND_ERR_SOCKET: 'The connection to the calendar’s server was lost.',
};

function toCalendarError(error: unknown): CalendarError {
  const causes: unknown[] = [];
  for (let cause = error; cause !== undefined; cause = Object(cause).cause) causes.push(cause);
  const own = causes.find((cause) => cause instanceof CalendarError);
  if (own) return own;
  const codes = causes.map((cause) => String(Object(cause).code ?? ''));
  const isLate = causes.some((cause) => Object(cause).name === 'TimeoutError');
  if (isLate || codes.some((code) => code.endsWith('_TIMEOUT') || code === 'ETIMEDOUT'))
    return new CalendarError('The calendar’s server takes too long to answer.');
  const known = codes.map((code) => connectionErrors[code]).find(Boolean);
  if (known) return new CalendarError(known);
  if (codes.some((code) => /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_VERIFY|EPROTO/.test(code)))
    return new CalendarError('The calendar’s server has no valid certificate for https.');
  return new CalendarError('We couldn’t download this calendar.');
}
