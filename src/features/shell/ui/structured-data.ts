import type { BreadcrumbList, FAQPage, Organization, Thing } from 'schema-dts';
import type { SiteWideFacts } from '#server/page-context.ts';

/** One thing for search engines, by schema.org's vocabulary, without its context. */
export type StructuredData = Exclude<Thing, string>;

/** The name by which other structured data refers to the site's operator. */
export const organizationId = (siteUrl: string) => `${siteUrl}/#organization`;

/** The operator, named where something else is described: a post's author, a video's publisher. */
export const organizationReference = (siteUrl: string, { name }: SiteWideFacts) =>
  ({
    '@type': 'Organization',
    '@id': organizationId(siteUrl),
    name,
    url: `${siteUrl}/`,
  }) satisfies Organization;

/** Who runs the site. */
export const organization = (siteUrl: string, facts: SiteWideFacts) =>
  ({
    ...organizationReference(siteUrl, facts),
    description: facts.description,
    logo: `${siteUrl}/icon-512.png`,
    image: `${siteUrl}${facts.sharePicture.src}`,
    ...(facts.email && { email: facts.email }),
    ...(facts.phone && { telephone: facts.phone }),
    ...(facts.socialLinks.length > 0 && { sameAs: facts.socialLinks.map(({ href }) => href) }),
  }) satisfies Organization;

/** Questions that a page answers. */
export const faqPage = (questions: { title: string; text: string }[]) =>
  ({
    '@type': 'FAQPage',
    mainEntity: questions.map(({ title, text }) => ({
      '@type': 'Question',
      name: title,
      acceptedAnswer: { '@type': 'Answer', text },
    })),
  }) satisfies FAQPage;

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
