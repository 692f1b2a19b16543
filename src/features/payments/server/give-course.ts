import { isGiven } from '#features/customers/rules/index.ts';
import {
  findCustomer,
  type GivenAccess,
  queueAccessMail,
  readOrderAccess,
} from '#features/customers/server/index.ts';
import { findOrder } from '#features/orders/server/index.ts';
import { AppError, recordNotFound } from '#platform/errors/errors.ts';
import { deliverOrder } from './deliver-course.ts';
import { orderClosed } from './mark-paid.ts';
import type { PaymentDeps } from './payment-deps.ts';

/**
 * Opens the course or the package of a paid order that is not open, because it was taken away or did not exist when
 * the order was paid. The customer gets an email. A repeat does nothing. Throws 404, `order-closed`, `course-gone` and
 * `access-ended` (409).
 */
export const giveCourse = (deps: PaymentDeps, { id }: { id: string }): Promise<void> =>
  deps.db.transaction(async (transaction) => {
    const order = await findOrder(transaction, { id }, { lock: true });
    if (!order) throw recordNotFound();
    const sold = Number(order.courseId !== null) + Number(order.item.package !== undefined);
    if (sold === 0 || (order.state !== 'paid' && order.state !== 'partly-refunded'))
      throw orderClosed('Only a paid order for a course or a package gives access.');
    const before = await readOrderAccess(deps, transaction, [id]);
    if (before.filter(({ state }) => isGiven(state)).length === sold) return;
    if (before.some(({ state }) => state === 'ended'))
      throw new AppError(409, 'access-ended', 'This access has ended. Change its end instead.');
    const { customerId } = await deliverOrder(deps, transaction, order);
    const customer = customerId && (await findCustomer(transaction, customerId));
    if (!customer) throw orderClosed('The data of this client was deleted.');
    const after = await readOrderAccess(deps, transaction, [id]);
    if (after.length === 0) throw new AppError(409, 'course-gone', 'This course no longer exists.');
    const wasGiven = (access: GivenAccess) =>
      before.some((one) => one.id === access.id && isGiven(one.state));
    for (const access of after) {
      const { title } = access;
      if (!wasGiven(access))
        await queueAccessMail(deps, transaction, { customer, access, title, news: 'given' });
    }
  });
