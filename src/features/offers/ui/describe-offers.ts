import type { Course as CourseData, Offer, Service } from 'schema-dts';
import type { Course } from '#features/content/rules/index.ts';
import type { Plan } from '#features/settings/rules/index.ts';
import { formatDecimal } from '#rules/money.ts';
import { toCurrentCents } from '#rules/price.ts';

/** Returns an offer for an amount; nothing for a plan that is not paid on the site. */
const offer = (cents: number | null): { offers?: Offer } =>
  cents
    ? {
        offers: {
          '@type': 'Offer',
          category: 'Paid',
          price: formatDecimal(cents),
          priceCurrency: 'ZAR',
        },
      }
    : {};

interface Offered {
  plans: readonly Plan[];
  isSaleOn: boolean;
  courses: readonly Course[];
}

/**
 * Returns the structured data of plans and courses. Prices are the amounts to pay: the words of a
 * price can be anything, so a course without an amount has no offer.
 */
export function describeOffers(providerId: string, { plans, isSaleOn, courses }: Offered) {
  const provider = { '@id': providerId };
  const toCourse = ({ title, description }: Pick<Course, 'title' | 'description'>) =>
    ({
      '@type': 'Course',
      name: title,
      description: description ?? title,
      provider,
    }) satisfies CourseData;
  const toService = ({ title, description }: Plan) =>
    ({ '@type': 'Service', name: title, description, provider }) satisfies Service;
  return [
    ...plans.map((plan) => ({
      ...(plan.leadsTo === 'booking' ? toService(plan) : toCourse(plan)),
      ...offer(toCurrentCents(plan, isSaleOn)),
    })),
    ...courses.map((course) => ({ ...toCourse(course), ...offer(course.amountCents) })),
  ];
}
