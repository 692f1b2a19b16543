import type { MiddlewareHandler } from 'hono';
import { every } from 'hono/combine';
import { AppError } from '#server/errors.ts';
import type { HttpEnv } from './env.ts';
import { limitBody } from './json-body.ts';

const isWrite = (method: string) => !['GET', 'HEAD', 'OPTIONS'].includes(method);

const isForm = (contentType: string | undefined) =>
  /^application\/x-www-form-urlencoded\s*(;|$)/i.test(contentType ?? '');

const requireForm: MiddlewareHandler<HttpEnv> = async (c, next) => {
  if (!isForm(c.req.header('content-type'))) {
    throw new AppError({
      code: 'unsupported-media-type',
      status: 415,
      message: 'The body is not declared as a form',
      userMessage: 'Pages take forms only (application/x-www-form-urlencoded).',
    });
  }
  await next();
};

/** Of what is sent to a page, lets through only what its action can read. Throws 415 or 413. */
export function acceptForms(): MiddlewareHandler<HttpEnv> {
  const checkForm = every(requireForm, limitBody());
  return (c, next) => (isWrite(c.req.method) ? checkForm(c, next) : next());
}
