import type { BreadcrumbList, FAQPage, Organization, Thing } from 'schema-dts';
import type { SiteWideFacts } from '#server/page-context.ts';

/** A schema.org object without its `@context`. */
export type StructuredData = Exclude<Thing, string>;

/** The id that other structured data uses to refer to the site's organization. */
export const organizationId = (siteUrl: string) => `${siteUrl}/#organization`;

/** The organization, as a post's author or a video's publisher. */
export const organizationReference = (siteUrl: string, { name }: SiteWideFacts) =>
  ({
    '@type': 'Organization',
    '@id': organizationId(siteUrl),
    name,
    url: `${siteUrl}/`,
  }) satisfies Organization;

/** The organization that runs the site. */
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

/** The questions that a page answers. */
export const faqPage = (questions: { title: string; text: string }[]) =>
  ({
    '@type': 'FAQPage',
    mainEntity: questions.map(({ title, text }) => ({
      '@type': 'Question',
      name: title,
      acceptedAnswer: { '@type': 'Answer', text },
    })),
  }) satisfies FAQPage;

/** The breadcrumbs from the home page to a page, which is the last crumb. */
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
