import type { BreadcrumbList, Organization, Thing } from 'schema-dts';
import { openGraphPicture, site, socialLinks } from '#content/site.ts';

/** One thing for search engines, by schema.org's vocabulary, without its context. */
export type StructuredData = Exclude<Thing, string>;

/** The name by which other structured data refers to the site's operator. */
export const organizationId = (siteUrl: string) => `${siteUrl}/#organization`;

/** The operator, named where something else is described: a post's author, a video's publisher. */
export const organizationReference = (siteUrl: string) =>
  ({
    '@type': 'Organization',
    '@id': organizationId(siteUrl),
    name: site.name,
    url: `${siteUrl}/`,
  }) satisfies Organization;

/** Who runs the site. */
export const organization = (siteUrl: string) =>
  ({
    ...organizationReference(siteUrl),
    description: site.description,
    logo: `${siteUrl}/icon-512.png`,
    image: `${siteUrl}${openGraphPicture.src}`,
    email: site.email,
    telephone: site.phone,
    sameAs: socialLinks.map(({ href }) => href),
  }) satisfies Organization;

/** Where a page stands, from the home page down. The last crumb is the page itself. */
export const breadcrumbs = (siteUrl: string, crumbs: { name: string; path: string }[]) =>
  ({
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Home', path: '/' }, ...crumbs].map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: `${siteUrl}${path}`,
    })),
  }) satisfies BreadcrumbList;
