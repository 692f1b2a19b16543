import { Hono } from 'hono';
import { senderCheckQuery } from '#domain/sender-records.ts';
import type { HttpDeps, HttpEnv } from '#server/http/env.ts';
import { requireAdmin, toVisitor } from '#server/http/require-admin.ts';
import { valid } from '#server/http/validate-request.ts';

/** `GET /api/sender_records?selector=`: what the DNS says of the sender of mails, for the admin. */
export const createSenderRecords = ({ accounts, admin }: HttpDeps) =>
  new Hono<HttpEnv>().get(
    '/',
    requireAdmin(accounts),
    valid('query', senderCheckQuery),
    async (c) => c.json(await admin.checkSender(c.req.valid('query'), toVisitor(c))),
  );
