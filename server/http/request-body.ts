import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { every } from 'hono/combine';
import type { z } from 'zod';
import { AppError } from '#server/errors.ts';
import type { HttpEnv } from './env.ts';
import { methodNotAllowed } from './problem.ts';
import { valid } from './validate-request.ts';

/** Room for the longest JSON body, with every character written as an escape. In bytes. */
const maxJsonBytes = 256 * 1024;

/** Room for the longest form of a page, most of its characters percent-encoded. In bytes. */
const maxFormBytes = 64 * 1024;

/** More fields than any form of a page has. */
const maxFormEntries = 100;

/**
 * More characters than all fields of a form may hold together. A form that is refused is given
 * back with what was typed, which takes up to eleven bytes for one character.
 */
const maxFormCharacters = 15_000;

const jsonType = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;
const formType = /^application\/x-www-form-urlencoded\s*(;|$)/i;

const tooLarge = (message: string, headers: Record<string, string> = {}) =>
  new AppError(413, 'body-too-large', 'This is too long to send.', { message, headers });

/** Refuses a body of another type. Throws 415. */
const requireType =
  (type: RegExp, userMessage: string): MiddlewareHandler<HttpEnv> =>
  async (c, next) => {
    if (type.test(c.req.header('content-type') ?? '')) return next();
    const message = 'The body has another content type than expected';
    throw new AppError(415, 'unsupported-media-type', userMessage, { message });
  };

/** Refuses a body of more than so many bytes, whether it says its size or not. Throws 413. */
export function limitBody(maxBytes: number): MiddlewareHandler<HttpEnv> {
  const message = `A body of more than ${maxBytes} bytes`;
  /** A body that says its size is refused untouched, so that its connection can be used again. */
  const limitDeclared: MiddlewareHandler<HttpEnv> = async (c, next) => {
    if (Number(c.req.header('content-length') ?? 0) > maxBytes) throw tooLarge(message);
    await next();
  };
  /** One that does not say is counted while it comes, and its connection is given up with it. */
  const limitUndeclared = bodyLimit({
    maxSize: maxBytes,
    onError: () => {
      throw tooLarge(message, { Connection: 'close' });
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

/** 400: the client went away in the middle of the body. */
const brokenOff = (cause: unknown) =>
  new AppError(400, 'body-broken-off', 'The request was cut off. Try again.', {
    message: 'The body broke off',
    cause,
  });

const decoder = new TextDecoder('utf-8', { fatal: true });

const parseJson: MiddlewareHandler<HttpEnv> = async (c, next) => {
  try {
    c.set('body', JSON.parse(decoder.decode(await c.req.arrayBuffer())));
  } catch (cause) {
    const message = 'The body is no JSON in UTF-8';
    const userMessage = 'Invalid request.';
    throw new AppError(400, 'malformed-json', userMessage, { message, cause });
  }
  await next();
};

/** Reads a JSON body into `c.var.body`. Throws 415, 413 or 400. */
export const readJson = every(
  requireType(jsonType, 'Send JSON (application/json).'),
  limitBody(maxJsonBytes),
  parseJson,
);

/** Reads a JSON body that fits a schema, for `c.req.valid('json')`. Throws 415, 413, 400 or 422. */
export const jsonBody = <Schema extends z.ZodType<object>>(
  schema: Schema,
): ReturnType<typeof valid<'json', Schema>> => every(readJson, valid('json', schema));

const parseForm: MiddlewareHandler<HttpEnv> = async (c, next) => {
  const body = await c.req.text().catch((cause: unknown) => {
    throw brokenOff(cause);
  });
  const form = new URLSearchParams(body);
  if (form.size > maxFormEntries) {
    const message = `A form of ${form.size} fields`;
    const userMessage = `A form may have ${maxFormEntries} fields at most.`;
    throw new AppError(400, 'malformed-form', userMessage, { message });
  }
  const characters = [...form.values()].join('').length;
  if (characters > maxFormCharacters) throw tooLarge(`A form of ${characters} characters`);
  c.set('form', form);
  await next();
};

const readForm = every(
  requireType(formType, 'Send a form (application/x-www-form-urlencoded).'),
  limitBody(maxFormBytes),
  parseForm,
);

const pageMethods = ['GET', 'HEAD', 'POST'];

/**
 * Reads what is sent to a page into `c.var.form`: a form as browsers encode it, and a small
 * one. Nothing else reads the body of such a request. Throws 405, 413, 415 or 400.
 */
export const acceptForms: MiddlewareHandler<HttpEnv> = (c, next) => {
  if (!pageMethods.includes(c.req.method)) throw methodNotAllowed(pageMethods);
  return c.req.method === 'POST' ? readForm(c, next) : next();
};
