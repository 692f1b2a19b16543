import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import { nonceContext, type PageServices, pageServicesContext } from './page-context.ts';

export type PagesHandler = (request: Request, context: { nonce: string }) => Promise<Response>;

/** Renders the pages of the site on the server, with the given services in reach of their loaders. */
export function createPagesHandler(build: ServerBuild, services: PageServices): PagesHandler {
  const handleRequest = createRequestHandler(build);
  return (request, { nonce }) => {
    const context = new RouterContextProvider();
    context.set(pageServicesContext, services);
    context.set(nonceContext, nonce);
    return handleRequest(request, context);
  };
}
