import type { MetaDescriptor } from 'react-router';
import { site } from '#content/site.ts';

interface PageMeta {
  /** The page's own title; the home page has none and shows the tagline. */
  title?: string;
  description?: string;
  isIndexed?: boolean;
}

/** A page's title, description and share card. */
export function pageMeta({
  title,
  description = site.description,
  isIndexed = true,
}: PageMeta): MetaDescriptor[] {
  const fullTitle = title ? `${title} · ${site.name}` : `${site.name} · ${site.tagline}`;
  return [
    { title: fullTitle },
    { name: 'description', content: description },
    { property: 'og:site_name', content: site.name },
    { property: 'og:type', content: 'website' },
    { property: 'og:title', content: fullTitle },
    { property: 'og:description', content: description },
    { property: 'og:image', content: '/og.png' },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(isIndexed ? [] : [{ name: 'robots', content: 'noindex' }]),
  ];
}
