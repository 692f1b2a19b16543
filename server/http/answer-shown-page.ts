import { shownPage } from '#domain/visits.ts';
import { maxUrlBytes } from './check-url.ts';
import type { CountShownPage } from './count-shown-page.ts';
import { findIpAddress } from './ip-address.ts';
import { hasBody } from './limit-connections.ts';
import { nameRequest } from './request-id.ts';
import type { LogAnswer } from './request-log.ts';
import { isOwnWrite } from './same-origin.ts';
import type { AnswerDirectly } from './serve.ts';

const route = '/api/visits';
const start = `${route}?`;

interface AnswerShownPageOptions {
  countShownPage: CountShownPage;
  siteUrl: string;
  trustedProxies: number;
  logAnswer: LogAnswer;
  /** What every answer of the site has, names and values in turn. */
  fields: string[];
}

/**
 * Makes what answers a page that is told of on the connection itself, with no request and response of
 * the web made for it: that halves what it takes of the processor. Whatever is to be refused, or comes
 * with a body, goes the whole way.
 */
export function createAnswerShownPage(options: AnswerShownPageOptions): AnswerDirectly {
  const { countShownPage, siteUrl, trustedProxies, logAnswer, fields } = options;

  return (incoming, outgoing) => {
    const { method, url = '', headers } = incoming;
    if (method !== 'POST' || !url.startsWith(start)) return false;
    const startedAt = performance.now();
    if (url.length > maxUrlBytes || hasBody(incoming)) return false;
    const header = (name: string) => headers[name]?.toString();
    const isOwn = isOwnWrite({
      ...{ fetchSite: header('sec-fetch-site'), origin: header('origin') },
      ...{ host: headers.host, siteUrl },
    });
    if (!isOwn) return false;
    const query = new URLSearchParams(url.slice(start.length));
    const shown = shownPage.safeParse(Object.fromEntries(query));
    if (!shown.success) return false;

    const peer = incoming.socket.remoteAddress;
    const forwardedFor = header('x-forwarded-for');
    const ipAddress = findIpAddress({ peer, forwardedFor, trustedProxies });
    countShownPage(shown.data, { header, ipAddress });
    const id = nameRequest(header('x-request-id'));
    outgoing.writeHead(204, [...fields, 'cache-control', 'no-store', 'x-request-id', id]);
    outgoing.end();
    logAnswer({ id, method, route, status: 204, startedAt });
    return true;
  };
}
