import type { Course as CourseData, Offer, Service } from 'schema-dts';
import { plans, sale } from '#content/offers.ts';
import type { Course } from '#domain/course.ts';
import { organizationId, type StructuredData } from '../shell/structured-data.ts';

/** A price in rand that reads as one amount, such as `R1500` or `R 1 500`; anything else is not told. */
function offer(price: string): { offers?: Offer } {
  const amount = /^R\s?(\d[\d ]*(?:\.\d{2})?)$/.exec(price.trim())?.[1]?.replaceAll(' ', '');
  return amount === undefined
    ? {}
    : { offers: { '@type': 'Offer', category: 'Paid', price: amount, priceCurrency: 'ZAR' } };
}

/** The plans and the courses from the admin, as search engines want to know them. */
export function describeOffers(siteUrl: string, courses: Course[]): StructuredData[] {
  const provider = { '@id': organizationId(siteUrl) };
  const [course, blueprint, mentorship] = plans;
  const currentPrice = sale.kind === 'none' ? course.originalPrice : course.salePrice;
  const learning = [
    { ...course, price: currentPrice },
    { ...blueprint, price: blueprint.originalPrice },
    ...courses,
  ];
  return [
    ...learning.map(
      ({ title, description, price }) =>
        ({
          '@type': 'Course',
          name: title,
          description: description ?? title,
          provider,
          ...offer(price),
        }) satisfies CourseData,
    ),
    {
      '@type': 'Service',
      name: mentorship.title,
      description: mentorship.description,
      provider,
      ...offer(mentorship.originalPrice),
    } satisfies Service,
  ];
}
