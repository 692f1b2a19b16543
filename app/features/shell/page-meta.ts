import type { MetaDescriptor } from 'react-router';
import { openGraphPicture, site } from '#content/site.ts';
import { breadcrumbs, type StructuredData } from './structured-data.ts';

interface PageMeta {
  /** The page's own title; the home page has none and shows the tagline. */
  title?: string;
  description?: string;
  isIndexed?: boolean;
  /** The path that search engines should keep, where it is not the page's own. */
  canonicalPath?: string;
  type?: 'website' | 'article';
  /** The picture of the share card; the site's own unless given. `src` is a path or a URL. */
  picture?: { src: string; alt: string; width?: number; height?: number } | undefined;
  /** The way from the home page down to the page, where that is not one step. */
  crumbs?: { name: string; path: string }[];
  structuredData?: (siteUrl: string) => StructuredData[];
}

/** What React Router hands to every `meta` function, as far as it is needed here. */
interface PageMetaArgs {
  location: { pathname: string };
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[];
}

/** A page's title, description, canonical URL, share card and structured data. */
export function pageMeta({ location, matches }: PageMetaArgs, page: PageMeta): MetaDescriptor[] {
  const { title, description = site.description, isIndexed = true, type = 'website' } = page;
  const { picture = openGraphPicture } = page;
  const fullTitle = title ? `${title} · ${site.name}` : `${site.name} · ${site.tagline}`;
  // Nothing on the error page of the root itself.
  const rootData = Object(matches.find((match) => match?.id === 'root')?.loaderData);
  const siteUrl: string | undefined = rootData.siteUrl;
  const toUrl = (path: string) => new URL(path, siteUrl).href;

  const descriptors: MetaDescriptor[] = [
    { title: fullTitle },
    { name: 'description', content: description },
    { property: 'og:site_name', content: site.name },
    { property: 'og:locale', content: site.language.replace('-', '_') },
    { property: 'og:type', content: type },
    { property: 'og:title', content: title ?? fullTitle },
    { property: 'og:description', content: description },
    { name: 'twitter:card', content: 'summary_large_image' },
  ];
  if (!isIndexed) return [...descriptors, { name: 'robots', content: 'noindex' }];
  if (siteUrl === undefined) return descriptors;

  const path = page.canonicalPath ?? location.pathname;
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
  const { crumbs = title ? [{ name: title, path }] : [], structuredData } = page;
  const described = structuredData?.(siteUrl) ?? [];
  if (crumbs.length > 0) described.push(breadcrumbs(siteUrl, crumbs));
  for (const data of described) {
    descriptors.push({ 'script:ld+json': { '@context': 'https://schema.org', ...data } });
  }
  return descriptors;
}

/** Tells readers of feeds where the site's posts are. */
export const feedLink: MetaDescriptor = {
  tagName: 'link',
  rel: 'alternate',
  type: 'application/rss+xml',
  title: `${site.name}: Education`,
  href: '/feed.xml',
};
