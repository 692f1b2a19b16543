import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { every } from 'hono/combine';
import type { z } from 'zod';
import { AppError } from '#platform/errors/errors.ts';
import type { HttpEnv } from './http-env.ts';
import { methodNotAllowed } from './problem.ts';
import { valid } from './validate-request.ts';

/** Enough for the longest JSON body with all characters escaped, in bytes. */
const maxJsonBytes = 256 * 1024;

/** Enough for the longest form with most characters percent-encoded, in bytes. */
export const maxFormBytes = 64 * 1024;

/** More fields than any form has. */
export const maxFormEntries = 100;

/**
 * The total length of a form's fields, in characters. A rejected form is rendered again with them.
 */
const maxFormCharacters = 15_000;

const jsonType = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;
const formType = /^application\/x-www-form-urlencoded\s*(;|$)/i;

export const bodyTooLarge = (message: string, headers: Record<string, string> = {}) =>
  new AppError(413, 'body-too-large', 'This is too long to send.', { message, headers });

/** Rejects a body of another type. Throws 415. */
const requireType =
  (type: RegExp, userMessage: string): MiddlewareHandler<HttpEnv> =>
  async (c, next) => {
    if (type.test(c.req.header('content-type') ?? '')) return next();
    const message = 'The body has another content type than expected';
    throw new AppError(415, 'unsupported-media-type', userMessage, { message });
  };

/** Checks a declared size without reading, so the connection stays usable. Throws 413. */
export function checkDeclaredSize(c: Context<HttpEnv>, maxBytes: number): void {
  if (Number(c.req.header('content-length') ?? 0) > maxBytes)
    throw bodyTooLarge(`A body of more than ${maxBytes} bytes`);
}

/** Limits the size of a body, declared or not. Throws 413. */
export function limitBody(maxBytes: number): MiddlewareHandler<HttpEnv> {
  const message = `A body of more than ${maxBytes} bytes`;
  const limitDeclared: MiddlewareHandler<HttpEnv> = async (c, next) => {
    checkDeclaredSize(c, maxBytes);
    await next();
  };
  /** An undeclared size is counted while reading, and the connection closes. */
  const limitUndeclared = bodyLimit({
    maxSize: maxBytes,
    onError: () => {
      throw bodyTooLarge(message, { Connection: 'close' });
    },
  });
  return every(limitDeclared, async (c, next) => {
    let isRead = false;
    const goOn = () => {
      isRead = true;
      return next();
    };
    try {
      return await limitUndeclared(c, goOn);
    } catch (error) {
      throw isRead || error instanceof AppError ? error : brokenOff(error);
    }
  });
}

/** The client disconnected while sending the body (400). */
export const brokenOff = (cause: unknown) =>
  new AppError(400, 'body-broken-off', 'The request was cut off. Try again.', {
    message: 'The body was cut off',
    cause,
  });

const decoder = new TextDecoder('utf-8', { fatal: true });

const parseJson: MiddlewareHandler<HttpEnv> = async (c, next) => {
  try {
    c.set('body', JSON.parse(decoder.decode(await c.req.arrayBuffer())));
  } catch (cause) {
    const message = 'The body is not JSON in UTF-8';
    const userMessage = 'Invalid request.';
    throw new AppError(400, 'malformed-json', userMessage, { message, cause });
  }
  await next();
};

const requireJson = requireType(jsonType, 'Send JSON (application/json).');

/** Reads a JSON body into `c.var.body`. Throws 415, 413 or 400. */
export const readJson = every(requireJson, limitBody(maxJsonBytes), parseJson);

/** Validates a JSON body for `c.req.valid('json')`. Throws 415, 413, 400 or 422. */
export const jsonBody = <Schema extends z.ZodType<object>>(
  schema: Schema,
): ReturnType<typeof valid<'json', Schema>> => every(readJson, valid('json', schema));

const parseTypedJson = every(requireJson, parseJson);

/** Like {@link jsonBody}, but reads a missing or empty body as an empty object. */
export const optionalJsonBody = <Schema extends z.ZodType<object>>(
  schema: Schema,
): ReturnType<typeof valid<'json', Schema>> =>
  every(
    limitBody(maxJsonBytes),
    async (c, next) => {
      const isEmpty = (await c.req.arrayBuffer()).byteLength === 0;
      if (isEmpty) c.set('body', {});
      return isEmpty ? next() : parseTypedJson(c, next);
    },
    valid('json', schema),
  );

/** Limits what a form says. Throws 400, 413. */
export function checkForm(form: URLSearchParams): URLSearchParams {
  if (form.size > maxFormEntries) {
    const message = `A form of ${form.size} fields`;
    const userMessage = `A form may have ${maxFormEntries} fields at most.`;
    throw new AppError(400, 'malformed-form', userMessage, { message });
  }
  const characters = [...form.values()].join('').length;
  if (characters > maxFormCharacters) throw bodyTooLarge(`A form of ${characters} characters`);
  return form;
}

const parseForm: MiddlewareHandler<HttpEnv> = async (c, next) => {
  const body = await c.req.text().catch((cause: unknown) => {
    throw brokenOff(cause);
  });
  c.set('form', checkForm(new URLSearchParams(body)));
  await next();
};

const readForm = every(
  requireType(formType, 'Send a form (application/x-www-form-urlencoded).'),
  limitBody(maxFormBytes),
  parseForm,
);

const pageMethods = ['GET', 'HEAD', 'POST'];

/** Reads a form submitted to a page into `c.var.form`, unless it was read. Throws 405, 413, 415 or 400. */
export const acceptForms: MiddlewareHandler<HttpEnv> = (c, next) => {
  if (!pageMethods.includes(c.req.method)) throw methodNotAllowed(pageMethods);
  if (c.get('form')) return next();
  return c.req.method === 'POST' ? readForm(c, next) : next();
};
