import { isGiven } from '#features/customers/rules/index.ts';
import {
  findCustomer,
  queueAccessMail,
  readOrderAccess,
} from '#features/customers/server/index.ts';
import { findOrder } from '#features/orders/server/index.ts';
import { AppError, recordNotFound } from '#platform/errors/errors.ts';
import { deliverOrder } from './deliver-course.ts';
import { orderClosed } from './mark-paid.ts';
import type { PaymentDeps } from './payment-deps.ts';

/**
 * Opens the course of a paid order that is not open, because it was taken away or did not exist when the order was
 * paid. The customer gets an email. A repeat does nothing. Throws 404, `order-closed`, `course-gone` and
 * `access-ended` (409).
 */
export const giveCourse = (deps: PaymentDeps, { id }: { id: string }): Promise<void> =>
  deps.db.transaction(async (transaction) => {
    const order = await findOrder(transaction, { id }, { lock: true });
    if (!order) throw recordNotFound();
    if (order.courseId === null || (order.state !== 'paid' && order.state !== 'partly-refunded'))
      throw orderClosed('Only a paid order for a course gives access.');
    const [before] = await readOrderAccess(deps, transaction, [id]);
    if (before && isGiven(before.state)) return;
    if (before?.state === 'ended')
      throw new AppError(409, 'access-ended', 'This access has ended. Change its end instead.');
    const { customerId } = await deliverOrder(deps, transaction, order);
    const customer = customerId && (await findCustomer(transaction, customerId));
    if (!customer) throw orderClosed('The data of this client was deleted.');
    const [access] = await readOrderAccess(deps, transaction, [id]);
    if (!access) throw new AppError(409, 'course-gone', 'This course no longer exists.');
    const { title } = access;
    await queueAccessMail(deps, transaction, { customer, access, title, news: 'given' });
  });
