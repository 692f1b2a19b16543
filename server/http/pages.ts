import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import { limitBusy } from '#server/concurrency.ts';
import type { ShownFacts } from '#server/services/settings/shown-facts.ts';
import {
  formContext,
  type PageReport,
  type PageServices,
  pageReportContext,
  pageServicesContext,
  securityPolicyContext,
  visitorContext,
} from './page-context.ts';
import type { ContentSecurityPolicy } from './security-headers.ts';
import { tellWhenLate } from './waiting-page.ts';

/** What a page knows of its request besides the request itself. */
interface PageRequestContext {
  policy: ContentSecurityPolicy;
  ipAddress: string;
  form: URLSearchParams;
  report: PageReport;
  /** Shown in place of what is saved, in a preview. */
  facts?: ShownFacts | undefined;
}

/** So many pages are made at once, but for those that wait for the database. */
const making = { busy: 3, forMs: 100 };

export type PagesHandler = (request: Request, context: PageRequestContext) => Promise<Response>;

/**
 * Renders the pages of the site on the server, with the given services in reach of their loaders.
 * Writes from other sites must have been refused before.
 */
export function createPagesHandler(build: ServerBuild, services: PageServices): PagesHandler {
  const handleRequest = createRequestHandler(build);
  const limit = limitBusy(making);
  return (request, { policy, ipAddress, form, report, facts }) => {
    const context = new RouterContextProvider();
    const content = tellWhenLate(services.content, report.dataIsLate);
    context.set(pageServicesContext, {
      ...{ ...services, content },
      ...(facts && { readFacts: async () => facts }),
    });
    context.set(visitorContext, { headers: request.headers, ipAddress });
    context.set(securityPolicyContext, policy);
    context.set(formContext, form);
    context.set(pageReportContext, report);
    return limit(() => handleRequest(toPublicRequest(request, services.siteUrl), context));
  };
}

/**
 * Returns the request as a page sees it: on the public origin, without the body, which was read
 * already (request-body.ts), and without `Origin`, which was judged before (same-origin.ts) and
 * which the router would hold against the URL that a proxy has asked.
 */
export function toPublicRequest(request: Request, siteUrl: string): Request {
  const { pathname, search } = new URL(request.url);
  // Put together, not resolved: a path that begins with two slashes is no other host.
  const url = `${new URL(siteUrl).origin}${pathname}${search}`;
  const { method, signal } = request;
  const headers = new Headers(request.headers);
  headers.delete('Origin');
  return new Request(url, { method, headers, signal });
}
