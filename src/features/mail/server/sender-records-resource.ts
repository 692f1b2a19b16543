import { Hono } from 'hono';
import { requireAdmin, toVisitor } from '#features/accounts/server/require-admin.ts';
import { senderCheckQuery } from '#features/mail/rules/sender-records.ts';
import { valid } from '#platform/http/validate-request.ts';
import type { HttpDeps, HttpEnv } from '#server/env.ts';

/** `GET /api/sender_records?selector=`: what the DNS says of the sender of mails, for the admin. */
export const createSenderRecords = ({ accounts, admin }: HttpDeps) =>
  new Hono<HttpEnv>().get(
    '/',
    requireAdmin(accounts),
    valid('query', senderCheckQuery),
    async (c) => c.json(await admin.checkSender(c.req.valid('query'), toVisitor(c))),
  );
