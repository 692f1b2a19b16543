import { Readable } from 'node:stream';
import { Hono } from 'hono';
import { orderFilter, orderQuery, sumsQuery } from '#features/billing/rules/order-query.ts';
import {
  paidMark,
  proofParam,
  refundOutcome,
  refundParam,
  refundRequest,
} from '#features/payments/rules/index.ts';
import { statementBooking } from '#features/statements/rules/index.ts';
import { type AdminGuard, requireAdmin } from '#platform/auth/require-admin.ts';
import type { HttpEnv } from '#platform/http/http-env.ts';
import { jsonBody, limitBody } from '#platform/http/request-body.ts';
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
 * the CSV file itself (`text/csv`); it books nothing and returns proposals.
 */
export function createOrders({ accounts, services }: AdminGuard & WithOrders) {
  const signedIn = requireAdmin(accounts);
  const one = valid('param', recordParam);
  const { orders } = services;
  return new Hono<HttpEnv>()
    .get('/', signedIn, valid('query', orderQuery), async (c) =>
      c.json(await orders.listOrders(c.req.valid('query'))),
    )
    .get('/counts', signedIn, async (c) => c.json(await orders.countOrders()))
    .get('/sums', signedIn, valid('query', sumsQuery), async (c) =>
      c.json(await orders.sumOrders(c.req.valid('query'))),
    )
    .get('/ways', signedIn, async (c) => c.json(await orders.readPaymentSetUp()))
    .get('/problems', signedIn, async (c) => c.json(await orders.listProblems()))
    .post('/unrestored/:id/checked', signedIn, one, async (c) => {
      await orders.markUnrestoredChecked(c.req.valid('param'));
      return c.body(null, 204);
    })
    .get('/export', signedIn, valid('query', orderFilter), (c) =>
      c.body(orders.exportOrders(c.req.valid('query')), 200, csvHeaders('orders')),
    )
    .post('/statement', signedIn, limitBody(maxStatementBytes), async (c) =>
      c.json(await orders.proposeStatement(new Uint8Array(await c.req.arrayBuffer()))),
    )
    .post('/statement/book', signedIn, jsonBody(statementBooking), async (c) =>
      c.json(await orders.bookStatementLines(c.req.valid('json'), c.var.admin.email)),
    )
    .get('/:id', signedIn, one, async (c) => c.json(await orders.getOrder(c.req.valid('param'))))
    .get('/:id/proofs/:proof', signedIn, valid('param', proofParam), async (c) => {
      const { stream, size, type, fileName } = await orders.openProof(c.req.valid('param'));
      return c.body(Readable.toWeb(stream) as ReadableStream, 200, {
        ...proofSafety,
        'Content-Type': type,
        'Content-Length': String(size),
        'Content-Disposition': `attachment; filename="${fileName}"`,
      });
    })
    .post('/:id/paid', signedIn, one, jsonBody(paidMark), async (c) => {
      const { id } = c.req.valid('param');
      await orders.markPaid({ ...c.req.valid('json'), id }, c.var.admin.email);
      return c.json(await orders.getOrder({ id }));
    })
    .post('/:id/undo', signedIn, one, async (c) => {
      const { id } = c.req.valid('param');
      await orders.undoPaid({ id }, c.var.admin.email);
      return c.json(await orders.getOrder({ id }));
    })
    .post('/:id/cancel', signedIn, one, async (c) => {
      const { id } = c.req.valid('param');
      await orders.cancelOrder({ id });
      return c.json(await orders.getOrder({ id }));
    })
    .post('/:id/refund', signedIn, one, jsonBody(refundRequest), async (c) => {
      const { id } = c.req.valid('param');
      await orders.refundOrder({ orderId: id, refund: c.req.valid('json') }, c.var.admin.email);
      return c.json(await orders.getOrder({ id }));
    })
    .put(
      '/:id/refunds/:refund',
      signedIn,
      valid('param', refundParam),
      jsonBody(refundOutcome),
      async (c) => {
        const { id, refund } = c.req.valid('param');
        await orders.resolveRefund({ id, refund, ...c.req.valid('json') });
        return c.json(await orders.getOrder({ id }));
      },
    );
}
