import type { MetaDescriptor } from 'react-router';
import { type Paged, pagePath } from '#rules/paging.ts';
import { navigation, siteLanguage } from '#rules/site-pages.ts';
import type { SiteWideSettings } from '#server/page-context.ts';
import { type MetaArgs, readRoot } from './settings.ts';
import { breadcrumbs, type StructuredData } from './structured-data.ts';

interface PageMeta {
  /** The page's own title, of more than one word. The home page has none and shows the tagline. */
  title?: string;
  description?: string | undefined;
  isIndexed?: boolean;
  /** The path to index, if it is not the page's own. */
  canonicalPath?: string;
  type?: 'website' | 'article';
  /** The picture of the share card; the site's own by default. `src` is a path or a URL. */
  picture?: { src: string; alt: string; width?: number; height?: number } | undefined;
  /** The breadcrumbs from the home page to this page. The default is this page alone. */
  crumbs?: { name: string; path: string }[];
  structuredData?: (siteUrl: string, settings: SiteWideSettings) => StructuredData[];
}

/** Returns a page's title, description, canonical URL, share card and structured data. */
export function pageMeta(args: MetaArgs, page: PageMeta): MetaDescriptor[] {
  const { siteUrl, settings } = readRoot(args);
  const { title, description = settings.description, isIndexed = true, type = 'website' } = page;
  const { picture = settings.sharePicture } = page;
  const fullTitle = title
    ? `${title} · ${settings.name}`
    : `${settings.name} · ${settings.tagline}`;
  const toUrl = (path: string) => new URL(path, siteUrl).href;

  const descriptors: MetaDescriptor[] = [
    { title: fullTitle },
    { name: 'description', content: description },
    { property: 'og:site_name', content: settings.name },
    { property: 'og:locale', content: siteLanguage.replace('-', '_') },
    { property: 'og:type', content: type },
    { property: 'og:title', content: fullTitle },
    { property: 'og:description', content: description },
    { name: 'twitter:card', content: 'summary_large_image' },
  ];
  if (!isIndexed) return [...descriptors, { name: 'robots', content: 'noindex' }];
  if (siteUrl === undefined) return descriptors;

  const path = page.canonicalPath ?? args.location.pathname;
  descriptors.push(
    { tagName: 'link', rel: 'canonical', href: toUrl(path) },
    { property: 'og:url', content: toUrl(path) },
    { property: 'og:image', content: toUrl(picture.src) },
    { property: 'og:image:alt', content: picture.alt },
  );
  if (picture.width && picture.height) {
    descriptors.push(
      { property: 'og:image:width', content: String(picture.width) },
      { property: 'og:image:height', content: String(picture.height) },
    );
  }
  const name = findLabel(path) ?? title;
  const { crumbs = name ? [{ name, path }] : [], structuredData } = page;
  const described = structuredData?.(siteUrl, settings) ?? [];
  if (crumbs.length > 0) described.push(breadcrumbs(siteUrl, crumbs));
  for (const data of described) {
    descriptors.push({ 'script:ld+json': { '@context': 'https://schema.org', ...data } });
  }
  return descriptors;
}

/** Returns the label of a page in the navigation. */
const findLabel = (path: string) => navigation.find(({ href }) => href === path)?.label;

/**
 * Returns the same for a page of a list, with links to the pages around it. A missing page is not
 * indexed.
 */
export function pagedMeta(
  args: MetaArgs,
  path: string,
  list: Pick<Paged<unknown>, 'page' | 'pageCount'> | null | undefined,
  { title, ...meta }: PageMeta & { title: string },
): MetaDescriptor[] {
  const { page = 1, pageCount = 1 } = list ?? {};
  const neighbour = (rel: 'prev' | 'next', target: number) =>
    target >= 1 && target <= pageCount
      ? [{ tagName: 'link' as const, rel, href: pagePath(path, target) }]
      : [];
  return [
    ...pageMeta(args, {
      title: page > 1 ? `${title}, page ${page}` : title,
      canonicalPath: pagePath(path, page),
      isIndexed: list !== undefined,
      crumbs: [{ name: findLabel(path) ?? title, path }],
      ...meta,
    }),
    ...neighbour('prev', page - 1),
    ...neighbour('next', page + 1),
  ];
}

/** Tells feed readers where the posts are. */
export const feedLink = (args: MetaArgs): MetaDescriptor => ({
  tagName: 'link',
  rel: 'alternate',
  type: 'application/rss+xml',
  title: `${readRoot(args).settings.name}: Education`,
  href: '/feed.xml',
});
