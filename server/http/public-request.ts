/**
 * Returns the request as a page sees it: on the site's public origin, with its method, headers,
 * body and signal. Behind a proxy the address that reached this process is another one
 * (`http://`, often another host), which the router would hold against `Origin`.
 *
 * `Origin` itself is left out: it was judged before (same-origin.ts), by more than the router
 * knows, such as a visit by another name of this machine.
 */
export function toPublicRequest(request: Request, siteUrl: string): Request {
  const { pathname, search } = new URL(request.url);
  // Put together, not resolved: a path that begins with two slashes is no other host.
  const url = `${new URL(siteUrl).origin}${pathname}${search}`;
  const publicRequest = new Request(url, request);
  publicRequest.headers.delete('Origin');
  return publicRequest;
}
