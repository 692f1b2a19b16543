/**
 * Returns the request as a page sees it: on the site's public origin, with its method, headers
 * and signal; its body has been read already (form-body.ts). Behind a proxy the address that reached this process is another one
 * (`http://`, often another host), which the router would hold against `Origin`.
 *
 * `Origin` itself is left out: it was judged before (same-origin.ts), by more than the router
 * knows, such as a visit by another name of this machine.
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
