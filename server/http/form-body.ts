import type { MiddlewareHandler } from 'hono';
import { every } from 'hono/combine';
import { AppError } from '#server/errors.ts';
import type { HttpEnv } from './env.ts';
import { limitBody, tooLarge } from './json-body.ts';
import { methodNotAllowed } from './problem.ts';

/** Room for the longest form of a page, most of its characters percent-encoded. In bytes. */
const maxFormBytes = 64 * 1024;

/** More fields than any form of a page has. */
const maxFormEntries = 100;

/**
 * More characters than all fields of a form may hold together. A form that is refused is given
 * back with what was typed, which takes up to eleven bytes for one character.
 */
const maxFormCharacters = 15_000;

const pageMethods = ['GET', 'HEAD', 'POST'];

const isForm = (contentType: string | undefined) =>
  /^application\/x-www-form-urlencoded\s*(;|$)/i.test(contentType ?? '');

const requireForm: MiddlewareHandler<HttpEnv> = async (c, next) => {
  if (!isForm(c.req.header('content-type'))) {
    throw new AppError(
      415,
      'unsupported-media-type',
      'Pages take forms only (application/x-www-form-urlencoded).',
      { message: 'The body is not declared as a form' },
    );
  }
  await next();
};

const malformedForm = (message: string, userMessage: string, cause?: unknown) =>
  new AppError(400, 'malformed-form', userMessage, { message, cause });

const readForm: MiddlewareHandler<HttpEnv> = async (c, next) => {
  const body = await c.req.text().catch((cause: unknown) => {
    throw malformedForm('The body broke off', 'The form did not arrive whole.', cause);
  });
  const form = new URLSearchParams(body);
  if (form.size > maxFormEntries) {
    const message = `A form of ${form.size} fields`;
    throw malformedForm(message, `A form may have ${maxFormEntries} fields at most.`);
  }
  const characters = [...form.values()].join('').length;
  if (characters > maxFormCharacters) throw tooLarge(`A form of ${characters} characters`);
  c.set('form', form);
  await next();
};

/**
 * Reads what is sent to a page into `c.var.form`: a form as browsers encode it, and a small
 * one. Nothing else reads the body of such a request. Throws 405, 413, 415 or 400.
 */
export function acceptForms(): MiddlewareHandler<HttpEnv> {
  const checkForm = every(requireForm, limitBody(maxFormBytes), readForm);
  return (c, next) => {
    if (!pageMethods.includes(c.req.method)) throw methodNotAllowed(pageMethods);
    return c.req.method === 'POST' ? checkForm(c, next) : next();
  };
}
