import type { MiddlewareHandler } from 'hono';
import { captchaField } from '#domain/captcha.ts';
import { submissionId } from '#domain/text.ts';
import type { CheckHuman } from '#server/captcha/check-human.ts';
import type { HttpEnv } from './env.ts';

/** Takes a body only from people, where the site has a puzzle; it stands in `c.var.body`. Throws 422. */
export const requireHuman =
  (checkHuman: CheckHuman): MiddlewareHandler<HttpEnv> =>
  async (c, next) => {
    const { id, [captchaField]: token }: Record<string, unknown> = Object(c.var.body);
    await checkHuman({
      token: typeof token === 'string' ? token : undefined,
      submissionId: submissionId.safeParse(id).data,
      ipAddress: c.var.ipAddress,
    });
    await next();
  };
