import {
  type Purchase,
  toCoursePurchase,
  toPlanPurchase,
  withSessions,
} from '#features/billing/rules/purchase.ts';
import { countIncludedSessions, listCourses } from '#features/content/server/index.ts';
import { listContents } from '#features/lessons/server/index.ts';
import type { CustomerOrders } from '#features/library/server/index.ts';
import { dueNowCents } from '#features/orders/rules/index.ts';
import { findOrder, listDues, queueOrderMail } from '#features/orders/server/index.ts';
import { type PaymentDeps, readPaymentMethods } from '#features/payments/server/index.ts';
import type { Executor } from '#platform/db/executor.ts';
import { isAnswerable } from '#rules/email-address.ts';
import { planCourseIds } from '#rules/plan-courses.ts';
import { onlineDelivery, placeOrder } from './place-order.ts';

interface SoldCourse {
  courseId: string;
  purchase: Purchase;
}

/** Implements what the library needs of orders. */
export function createCustomerOrders(deps: PaymentDeps): CustomerOrders {
  async function listSold(db: Executor): Promise<SoldCourse[]> {
    const settings = await deps.readSettings();
    if (readPaymentMethods(deps, settings).length === 0) return [];
    const { plans, sale } = settings.offers;
    const now = deps.now();
    // A sale for each visitor is open to everybody who asks.
    const time = { sale, now, saleEndTime: +now + 1 };
    const offered = [
      ...planCourseIds.map((courseId) => ({
        courseId,
        purchase: toPlanPurchase(courseId, plans, time),
      })),
      ...(await listCourses(db, now)).map((course) => ({
        courseId: course.id,
        purchase: toCoursePurchase(course),
      })),
    ].flatMap(({ courseId, purchase }) => (purchase ? { courseId, purchase } : []));
    const ids = offered.map(({ courseId }) => courseId);
    const contents = await listContents(db, ids);
    const included = await countIncludedSessions(db, ids);
    return offered.flatMap(({ courseId, purchase }) =>
      contents.has(courseId)
        ? {
            courseId,
            purchase: withSessions(
              purchase,
              included.get(courseId),
              settings.offers.mentorshipOptions,
            ),
          }
        : [],
    );
  }

  return {
    listOffers: async (db) =>
      (await listSold(db)).map(({ courseId, purchase: { item } }) => ({
        courseId,
        title: item.title,
        priceText: item.priceText,
      })),
    async placeForCustomer(transaction, customer, { id, courseId }) {
      const sold = (await listSold(transaction)).find((one) => one.courseId === courseId);
      const order = await placeOrder(deps, transaction, {
        of: { id, courseId, customerId: customer.id },
        buyer: customer,
        purchase: sold?.purchase,
        settings: await deps.readSettings(),
        deliveryText: onlineDelivery,
      });
      if (!order) {
        // Pressed twice.
        const before = await findOrder(transaction, { id });
        return before?.customerId === customer.id ? deps.payLinks.toPath(id) : undefined;
      }
      if (customer.email && isAnswerable(customer.email)) {
        const cents = dueNowCents(order, await listDues(transaction, id));
        const mail = { occasion: 'placed', audience: 'buyer', about: 'order' } as const;
        await queueOrderMail(deps, transaction, order, { ...mail, cents });
      }
      return deps.payLinks.toPath(id);
    },
  };
}
