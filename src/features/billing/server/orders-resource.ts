import { Readable } from 'node:stream';
import { Hono } from 'hono';
import { newOrder } from '#features/billing/rules/new-order.ts';
import { orderFilter, orderQuery, periodQuery } from '#features/billing/rules/order-query.ts';
import {
  paidMark,
  partMark,
  proofParam,
  refundedOrder,
  refundOutcome,
  refundParam,
  refundRequest,
} from '#features/payments/rules/index.ts';
import { hiddenLines, statementBooking } from '#features/statements/rules/index.ts';
import { adminRoutes } from '#platform/auth/admin-route.ts';
import { type AdminGuard, requireAdmin } from '#platform/auth/require-admin.ts';
import type { HttpEnv } from '#platform/http/http-env.ts';
import { limitBody } from '#platform/http/request-body.ts';
import { csvHeaders } from '#platform/http/stream-csv.ts';
import { valid } from '#platform/http/validate-request.ts';
import { recordParam } from '#rules/list-page.ts';
import type { WithOrders } from './create-order-services.ts';

/** A year of statements of a busy account, in bytes. */
const maxStatementBytes = 4 * 1024 * 1024;

/** The file is untrusted: it is downloaded, and could run nothing in a tab. */
const proofSafety = {
  'Cache-Control': 'private, no-store',
  'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
};

/**
 * `/api/orders`, for the admin. Every change returns the changed order. The body of `POST /statement` is
 * the CSV or OFX file itself; it records nothing and returns proposals.
 */
export function createOrders({ accounts, services }: AdminGuard & WithOrders) {
  const signedIn = adminRoutes({ accounts });
  const one = { param: recordParam };
  const { orders, payments, statements } = services;
  return new Hono<HttpEnv>()
    .get('/', signedIn({ query: orderQuery }, orders.listOrders))
    .post('/', signedIn({ json: newOrder, status: 201 }, orders.addOrder))
    .get(
      '/counts',
      signedIn({}, () => orders.countOrders()),
    )
    .get('/sums', signedIn({ query: periodQuery }, orders.sumOrders))
    .get(
      '/payment-methods',
      signedIn({}, () => orders.readPaymentSetUp()),
    )
    .get(
      '/problems',
      signedIn({}, () => orders.listProblems()),
    )
    .post('/unrestored/:id/checked', signedIn(one, orders.markUnrestoredChecked))
    .get('/export', requireAdmin(accounts), valid('query', orderFilter), (c) =>
      c.body(orders.exportOrders(c.req.valid('query')), 200, csvHeaders('orders')),
    )
    .get('/export/payments', requireAdmin(accounts), valid('query', periodQuery), async (c) => {
      const asked = c.req.valid('query');
      return c.body(
        await orders.exportPayments(asked),
        200,
        csvHeaders(`payments-${asked.period}`),
      );
    })
    .get('/export/documents', requireAdmin(accounts), valid('query', periodQuery), async (c) => {
      const asked = c.req.valid('query');
      const file = await orders.exportDocuments(asked);
      return c.body(file, 200, csvHeaders(`documents-${asked.period}`));
    })
    .post('/statement', requireAdmin(accounts), limitBody(maxStatementBytes), async (c) =>
      c.json(await statements.proposeStatement(new Uint8Array(await c.req.arrayBuffer()))),
    )
    .post(
      '/statement/book',
      signedIn({ json: statementBooking }, (chosen, { email }) =>
        statements.bookStatementLines(chosen, email),
      ),
    )
    .post(
      '/statement/hidden',
      signedIn({ json: hiddenLines }, (chosen, { email }) =>
        statements.hideStatementLines(chosen, email),
      ),
    )
    .get('/:id', signedIn(one, orders.getOrder))
    .get('/:id/proofs/:proof', requireAdmin(accounts), valid('param', proofParam), async (c) => {
      const { stream, size, type, fileName } = await payments.openProof(c.req.valid('param'));
      return c.body(Readable.toWeb(stream) as ReadableStream, 200, {
        ...proofSafety,
        'Content-Type': type,
        'Content-Length': String(size),
        'Content-Disposition': `attachment; filename="${fileName}"`,
      });
    })
    .post(
      '/:id/paid',
      signedIn({ ...one, json: paidMark }, async (mark, { email }) => {
        await payments.markPaid(mark, email);
        return orders.getOrder(mark);
      }),
    )
    .post('/:id/reminder', signedIn(one, orders.remindBuyer))
    .post(
      '/:id/access',
      signedIn(one, async (order) => {
        await payments.giveCourse(order);
        return orders.getOrder(order);
      }),
    )
    .post(
      '/:id/part',
      signedIn({ ...one, json: partMark }, async (part, { email }) => {
        await payments.recordPart(part, email);
        return orders.getOrder(part);
      }),
    )
    .post(
      '/:id/waive',
      signedIn(one, async (order) => {
        await payments.waiveOrder(order);
        return orders.getOrder(order);
      }),
    )
    .post(
      '/:id/undo',
      signedIn(one, async (order, { email }) => {
        await payments.undoPaid(order, email);
        return orders.getOrder(order);
      }),
    )
    .post(
      '/:id/cancel',
      signedIn(one, async (order) => {
        await payments.cancelOrder(order);
        return orders.getOrder(order);
      }),
    )
    .post(
      '/:order/refund',
      signedIn(
        { param: refundedOrder, json: refundRequest },
        async ({ order: id, ...refund }, { email }) => {
          await payments.refundOrder({ orderId: id, refund }, email);
          return orders.getOrder({ id });
        },
      ),
    )
    .put(
      '/:id/refunds/:refund',
      signedIn({ param: refundParam, json: refundOutcome }, async (outcome) => {
        await payments.resolveRefund(outcome);
        return orders.getOrder(outcome);
      }),
    );
}
