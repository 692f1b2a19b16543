import type { BreadcrumbList, FAQPage, Organization, Thing } from 'schema-dts';
import type { SiteWideSettings } from '#server/page-context.ts';

/** A schema.org object without its `@context`. */
export type StructuredData = Exclude<Thing, string>;

/** The id that other structured data uses to refer to the site's organization. */
export const organizationId = (siteUrl: string) => `${siteUrl}/#organization`;

/** The organization, as a post's author or a video's publisher. */
export const organizationReference = (siteUrl: string, { name }: SiteWideSettings) =>
  ({
    '@type': 'Organization',
    '@id': organizationId(siteUrl),
    name,
    url: `${siteUrl}/`,
  }) satisfies Organization;

/** The organization that runs the site. */
export const organization = (siteUrl: string, settings: SiteWideSettings) =>
  ({
    ...organizationReference(siteUrl, settings),
    description: settings.description,
    logo: `${siteUrl}/icon-512.png`,
    image: `${siteUrl}${settings.sharePicture.src}`,
    ...(settings.mentor.name && {
      founder: { '@type': 'Person' as const, name: settings.mentor.name },
    }),
    ...(settings.email && { email: settings.email }),
    ...(settings.phone && { telephone: settings.phone }),
    ...(settings.socialLinks.length > 0 && {
      sameAs: settings.socialLinks.map(({ href }) => href),
    }),
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
