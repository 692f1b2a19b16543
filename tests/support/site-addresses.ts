import type { RouteConfigEntry } from '@react-router/dev/routes';
import pageRoutes from '#app/routes.ts';
import { routeTable } from './route-table.ts';

/** One thing that can be asked of the site; `:name` and `*` stand in its path for anything. */
export interface SiteAddress {
  method: string;
  path: string;
  /** Pages are sent forms, everything else JSON. */
  isPage: boolean;
  /** What it is asked with when all is in order. */
  body?: (() => unknown) | undefined;
  query?: string | undefined;
}

const api: SiteAddress[] = Object.entries(routeTable).map(([route, { body, query }]) => {
  const [method = '', path = ''] = route.split(' ');
  return { method, path, isPage: false, body, query };
});

const listPaths = (routes: readonly RouteConfigEntry[], above = ''): string[] =>
  routes.flatMap(({ path, children = [] }) => {
    const own = path === undefined ? above : `${above}/${path}`;
    return [own || '/', ...listPaths(children, own)];
  });

/** Every page as a browser asks for it, and as the pages' own script does. */
const pages: SiteAddress[] = [...new Set(listPaths(pageRoutes))].flatMap((path) =>
  ['GET', 'POST'].flatMap((method) => [
    { method, path, isPage: true },
    { method, path: `${path === '/' ? '/_' : path}.data`, isPage: true },
  ]),
);

/** Every route of the API, and every page with its action. */
export const siteAddresses: readonly SiteAddress[] = [...api, ...pages];
