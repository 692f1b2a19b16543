import { Hono } from 'hono';
import { senderCheckQuery } from '#features/mail/rules/sender-records.ts';
import { type AdminGuard, requireAdmin, toVisitor } from '#platform/auth/require-admin.ts';
import type { HttpEnv } from '#platform/http/http-env.ts';
import { valid } from '#platform/http/validate-request.ts';
import type { MailServices } from './create-mail-services.ts';

/** `GET /api/sender_records?selector=`: the DNS records of the sender's domain, for the admin. */
export const createSenderRecords = ({ accounts, mail }: AdminGuard & { mail: MailServices }) =>
  new Hono<HttpEnv>().get(
    '/',
    requireAdmin(accounts),
    valid('query', senderCheckQuery),
    async (c) => c.json(await mail.checkSender(c.req.valid('query'), toVisitor(c))),
  );
