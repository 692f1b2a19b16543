import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { every } from 'hono/combine';
import type { z } from 'zod';
import type { CheckHuman } from '#platform/captcha/captcha.ts';
import { captchaField, isHoneypotFilled } from '#rules/captcha.ts';
import { submissionId } from '#rules/zod.ts';
import type { HttpEnv } from './http-env.ts';
import { refusesCounting } from './refuses-counting.ts';
import { readJson } from './request-body.ts';
import { valid } from './validate-request.ts';

interface PublicForm<Schema> {
  schema: Schema;
  checkHuman: CheckHuman;
  /** The response for a bot. */
  pretendSuccess: (body: unknown) => Response;
}

/**
 * Validates a public form for `c.req.valid('json')`. If the honeypot field is filled in, it
 * pretends success and does nothing. Throws what `jsonBody` and `checkHuman` throw.
 */
export function publicForm<Schema extends z.ZodType<object>>({
  schema,
  checkHuman,
  pretendSuccess,
}: PublicForm<Schema>): ReturnType<typeof valid<'json', Schema>> {
  const trapBots: MiddlewareHandler<HttpEnv> = async (c, next) => {
    if (!isHoneypotFilled(c.var.body)) return next();
    c.var.log.info('A submission with the honeypot field filled in was dropped');
    return pretendSuccess(c.var.body);
  };
  const requireHuman: MiddlewareHandler<HttpEnv> = async (c, next) => {
    const { id, [captchaField]: token }: Record<string, unknown> = Object(c.var.body);
    await checkHuman({
      token: typeof token === 'string' ? token : undefined,
      submissionId: submissionId.safeParse(id).data,
      ipAddress: c.var.ipAddress,
    });
    await next();
  };
  return every(readJson, trapBots, dropRefusedOrigin, valid('json', schema), requireHuman);
}

/** Drops the origin of visitors who have opted out of counting. */
const dropRefusedOrigin: MiddlewareHandler<HttpEnv> = async (c, next) => {
  if (refusesCounting((name) => c.req.header(name)))
    c.set('body', { ...Object(c.var.body), origin: undefined });
  await next();
};

/** Returns the response that a real client would get: its own id. */
export const pretendCreated = (body: unknown) => {
  const id = submissionId.safeParse(Object(body).id);
  return Response.json({ id: id.success ? id.data : randomUUID() }, { status: 201 });
};
