import { Hono } from 'hono';
import { maxProofBytes, proofTooLarge } from '#features/payments/rules/index.ts';
import { toVisitor } from '#platform/auth/require-admin.ts';
import { acceptFileForm, sentFilesDirectory } from '#platform/http/file-form.ts';
import type { HttpEnv } from '#platform/http/http-env.ts';
import { notFound } from '#platform/http/problem.ts';
import { limitBody } from '#platform/http/request-body.ts';
import type { ProviderName } from '#rules/payment-methods.ts';
import type { WithOrders } from './create-order-services.ts';

/** Several times the size of a notification, in bytes. */
const maxNotificationBytes = 32 * 1024;

/** The headers of a notification that are kept: those with a signature. */
const keptHeaders = ['x-paystack-signature'];

/**
 * `POST /api/payments/payfast` and `/paystack`, public: the providers' notifications. Each is stored as
 * received, answered 200 and verified later. Its signature is the proof, so any address may send it. It
 * reads no cookie.
 */
export function createPaymentNotifications({ services }: WithOrders) {
  const take = (name: ProviderName) =>
    new Hono<HttpEnv>().post('/', limitBody(maxNotificationBytes), async (c) => {
      const headers = Object.fromEntries(
        keptHeaders.map((header) => [header, c.req.header(header)]),
      );
      const raw = { body: await c.req.text(), headers };
      const isTaken = await services.payments.receiveNotification(name, raw, toVisitor(c));
      if (!isTaken) throw notFound();
      return c.text('OK', 200, { 'Cache-Control': 'no-store' });
    });
  return new Hono<HttpEnv>()
    .route('/payfast', take('payfast'))
    .route('/paystack', take('paystack'));
}

/** The URL is a key: it is neither cached nor indexed. */
const privacy = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex, nofollow' };

/** `GET /pay/<token>/papers/<number>.pdf`, public: a receipt or credit note of the order that the link leads to. */
export const createDocumentFiles = ({ services }: WithOrders) =>
  new Hono<HttpEnv>().get('/:token/papers/:file', async (c) => {
    const { token, file } = c.req.param();
    const number = /^(.+)\.pdf$/.exec(file)?.[1];
    const pdf =
      number && (await services.payments.findDocumentFile({ token, number }, toVisitor(c)));
    if (!pdf) throw notFound();
    return c.body(pdf, 200, {
      ...privacy,
      'Content-Type': 'application/pdf',
      'Content-Disposition': `inline; filename="${file}"`,
    });
  });

/** `POST /pay/<token>` with a file, public: reads the form for the page, which answers. */
export const createProofForms = ({
  services: { payments },
  dataDirectory,
}: WithOrders & { dataDirectory: string }) =>
  new Hono<HttpEnv>().post(
    '/:token',
    acceptFileForm({
      directory: sentFilesDirectory(dataDirectory),
      maxBytes: maxProofBytes,
      tooLarge: proofTooLarge,
      admit: (c) => payments.admitProof(c.req.param('token') ?? '', toVisitor(c)),
    }),
  );
