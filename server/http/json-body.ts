import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { every } from 'hono/combine';
import { isHoneypotFilled } from '#domain/honeypot.ts';
import { submissionId } from '#domain/text.ts';
import { AppError } from '#server/errors.ts';
import type { HttpEnv } from './env.ts';

/** Room for the longest JSON body, with every character written as an escape. In bytes. */
const maxBodyBytes = 256 * 1024;

const decoder = new TextDecoder('utf-8', { fatal: true });

/** 413, with what was too large. */
export const tooLarge = (message: string, headers: Record<string, string> = {}) =>
  new AppError(413, 'body-too-large', 'That is too long to send.', { message, headers });

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
  return every(limitDeclared, limitUndeclared);
}

const isJson = (contentType: string | undefined) =>
  /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(contentType ?? '');

const parseBody: MiddlewareHandler<HttpEnv> = async (c, next) => {
  try {
    c.set('body', JSON.parse(decoder.decode(await c.req.arrayBuffer())));
  } catch (cause) {
    throw new AppError(400, 'malformed-json', 'The request could not be understood.', {
      message: 'The body is no JSON in UTF-8',
      cause,
    });
  }
  await next();
};

const requireJson: MiddlewareHandler<HttpEnv> = async (c, next) => {
  if (!isJson(c.req.header('content-type'))) {
    throw new AppError(415, 'unsupported-media-type', 'Please send JSON (application/json).', {
      message: 'The body is not declared as JSON',
    });
  }
  await next();
};

/** Reads a JSON body into `c.var.body`. Throws 415, 413 or 400. */
export const readJson = () => every(requireJson, limitBody(maxBodyBytes), parseBody);

/** Answers as if all were well, and does nothing, when the field that people cannot see is filled in. */
export const trapBots =
  (pretendSuccess: (body: unknown) => Response): MiddlewareHandler<HttpEnv> =>
  async (c, next) => {
    if (!isHoneypotFilled(c.var.body)) return next();
    c.var.log.info('A submission with the hidden field filled in was dropped');
    return pretendSuccess(c.var.body);
  };

/** What a bot is told that would have made a record: the id it sent, as an honest client is. */
export const pretendCreated = (body: unknown) => {
  const id = submissionId.safeParse(Object(body).id);
  return Response.json({ id: id.success ? id.data : randomUUID() }, { status: 201 });
};
