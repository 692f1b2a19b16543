import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import type { PublicSettings } from '#features/settings/server/index.ts';
import type { SentFile } from '#platform/http/http-env.ts';
import type { ContentSecurityPolicy } from '#platform/http/security-headers.ts';
import { limitBusy } from '#platform/jobs/concurrency.ts';
import { reportWhenLate } from '#platform/page-cache/waiting-page.ts';
import {
  fileContext,
  formContext,
  type PageReport,
  type PageServices,
  pageReportContext,
  pageServicesContext,
  securityPolicyContext,
  visitorContext,
} from './page-context.ts';

interface PageRequestContext {
  policy: ContentSecurityPolicy;
  ipAddress: string;
  form: URLSearchParams;
  file?: SentFile | undefined;
  report: PageReport;
  /** Unsaved settings, in a preview. */
  settings?: PublicSettings | undefined;
}

/** How many pages render at the same time, except those that wait for the database. */
const making = { busy: 3, forMs: 100 };

export type PagesHandler = (request: Request, context: PageRequestContext) => Promise<Response>;

/**
 * Creates a handler that renders the site's pages, whose loaders use the given services. Writes
 * from other sites are rejected before.
 */
export function createPagesHandler(build: ServerBuild, services: PageServices): PagesHandler {
  const handleRequest = createRequestHandler(build);
  const limit = limitBusy(making);
  return (request, { policy, ipAddress, form, file, report, settings }) => {
    const context = new RouterContextProvider();
    const content = reportWhenLate(services.content, report.dataIsLate);
    context.set(pageServicesContext, {
      ...services,
      content,
      ...(settings && { readSettings: async () => settings }),
    });
    context.set(visitorContext, { headers: request.headers, ipAddress });
    context.set(securityPolicyContext, policy);
    context.set(formContext, form);
    context.set(fileContext, file);
    context.set(pageReportContext, report);
    return limit(() => handleRequest(toPublicRequest(request, services.siteUrl), context));
  };
}

/**
 * Returns the request as pages see it: on the public origin, without the body, which is already
 * parsed, and without `Origin`, which same-origin.ts has checked and the router would check again.
 */
export function toPublicRequest(request: Request, siteUrl: string): Request {
  const { pathname, search } = new URL(request.url);
  // Not resolved: a path that starts with two slashes must not become a host.
  const url = `${new URL(siteUrl).origin}${pathname}${search}`;
  const { method, signal } = request;
  const headers = new Headers(request.headers);
  headers.delete('Origin');
  return new Request(url, { method, headers, signal });
}
