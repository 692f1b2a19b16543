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
const maxFormBytes = 64 * 1024;

/** More fields than any form has. */
const maxFormEntries = 100;

/**
 * The total length of a form's fields, in characters. A rejected form is rendered again with them.
 */
const maxFormCharacters = 15_000;

const jsonType = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;
const formType = /^application\/x-www-form-urlencoded\s*(;|$)/i;

const tooLarge = (message: string, headers: Record<string, string> = {}) =>
  new AppError(413, 'body-too-large', 'This is too long to send.', { message, headers });

/** Rejects a body of another type. Throws 415. */
const requireType =
  (type: RegExp, userMessage: string): MiddlewareHandler<HttpEnv> =>
  async (c, next) => {
    if (type.test(c.req.header('content-type') ?? '')) return next();
    const message = 'The body has another content type than expected';
    throw new AppError(415, 'unsupported-media-type', userMessage, { message });
  };

/** Limits the size of a body, declared or not. Throws 413. */
export function limitBody(maxBytes: number): MiddlewareHandler<HttpEnv> {
  const message = `A body of more than ${maxBytes} bytes`;
  /** A declared size is checked without reading, so the connection stays usable. */
  const limitDeclared: MiddlewareHandler<HttpEnv> = async (c, next) => {
    if (Number(c.req.header('content-length') ?? 0) > maxBytes) throw tooLarge(message);
    await next();
  };
  /** An undeclared size is counted while reading, and the connection closes. */
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

/** The client disconnected while sending the body (400). */
const brokenOff = (cause: unknown) =>
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

/** Reads a JSON body into `c.var.body`. Throws 415, 413 or 400. */
export const readJson = every(
  requireType(jsonType, 'Send JSON (application/json).'),
  limitBody(maxJsonBytes),
  parseJson,
);

/** Validates a JSON body for `c.req.valid('json')`. Throws 415, 413, 400 or 422. */
export const jsonBody = <Schema extends z.ZodType<object>>(
  schema: Schema,
): ReturnType<typeof valid<'json', Schema>> => every(readJson, valid('json', schema));

/** Limits what a form says. Throws 400, 413. */
function checkForm(form: URLSearchParams): URLSearchParams {
  if (form.size > maxFormEntries) {
    const message = `A form of ${form.size} fields`;
    const userMessage = `A form may have ${maxFormEntries} fields at most.`;
    throw new AppError(400, 'malformed-form', userMessage, { message });
  }
  const characters = [...form.values()].join('').length;
  if (characters > maxFormCharacters) throw tooLarge(`A form of ${characters} characters`);
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

const multipartType = /^multipart\/form-data\s*;/i;

interface FileFormOptions {
  /** The size of the file, in bytes. */
  maxBytes: number;
  /** What to say about a larger one. */
  tooLarge: string;
  /** Called before a large body is read. Throws what the page shows. */
  admit: (c: Context<HttpEnv>) => Promise<void>;
}

/**
 * Reads a form with one file into `c.var.form` and `c.var.file`. The page shows why a file was not
 * read, so that the visitor can go on from there. Throws 400. Passes other requests on.
 */
export function acceptFileForm(options: FileFormOptions): MiddlewareHandler<HttpEnv> {
  const limit = limitBody(options.maxBytes + maxFormBytes);
  return async (c, next) => {
    if (!multipartType.test(c.req.header('content-type') ?? '')) return next();
    let isRead = false;
    try {
      await options.admit(c);
      return await limit(c, async () => {
        await parseFileForm(c);
        isRead = true;
        await next();
      });
    } catch (error) {
      if (isRead || !(error instanceof AppError) || error.status === 400) throw error;
      const isTooLarge = error.status === 413;
      const refusal = isTooLarge ? new AppError(413, error.code, options.tooLarge) : error;
      c.set('form', new URLSearchParams());
      c.set('file', { refusal });
    }
    await next();
  };
}

async function parseFileForm(c: Context<HttpEnv>): Promise<void> {
  const sent = await c.req.formData().catch((cause: unknown) => {
    if (cause instanceof AppError) throw cause;
    throw brokenOff(cause);
  });
  const form = new URLSearchParams();
  let file: File | undefined;
  for (const [name, value] of sent) {
    if (typeof value === 'string') form.append(name, value);
    // A field without a file is sent as an empty one without a name.
    else if (value.name !== '' || value.size > 0) file = value;
  }
  c.set('form', checkForm(form));
  if (file) c.set('file', { content: Buffer.from(await file.arrayBuffer()) });
}
