import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { AppError } from '#platform/errors/errors.ts';
import type { HttpEnv } from '#platform/http/http-env.ts';
import { z } from '#rules/zod.ts';
import { adminRoutes } from './admin-route.ts';
import type { Session } from './visitor.ts';

const session: Session = {
  id: 'session',
  userId: 'user',
  email: 'mentor@example.com',
  level: 'aal2',
  expiresAt: new Date('2026-11-28T09:41:37.265Z'),
  visitor: { headers: new Headers(), ipAddress: '192.0.2.7' },
  cookies: ['session=renewed'],
};

const accounts = {
  async authorise({ headers }: { headers: Headers }) {
    if (headers.get('cookie') !== 'session=signed-in')
      throw new AppError(401, 'unauthenticated', 'Please sign in.');
    return { ...session, cookies: [...session.cookies] };
  },
};

const given = { param: z.object({ id: z.string() }), json: z.object({ note: z.string().min(1) }) };
const signedIn = adminRoutes({ accounts });
const app = new Hono<HttpEnv>()
  .put(
    '/orders/:id',
    signedIn(given, ({ id, note }, { email }) => ({ id, note, markedBy: email })),
  )
  .post(
    '/orders',
    signedIn({ json: z.object({ id: z.string() }), status: 201 }, ({ id }) => ({ id })),
  )
  .delete(
    '/orders/:id',
    signedIn({ param: given.param }, async () => {}),
  )
  .get(
    '/settings',
    adminRoutes({ accounts }, { keepsNames: true })({}, () => ({ siteName: 'Zoë 𝗧. O’Neill' })),
  )
  .onError(
    (error) =>
      new Response(error.message, { status: error instanceof AppError ? error.status : 500 }),
  );

const send = (method: string, path: string, body?: unknown, cookie = 'session=signed-in') =>
  app.request(path, {
    method,
    headers: { cookie, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

describe('a signed-in route', () => {
  it('a signed-in route passes the path and the body as one object, and answers in snake_case', async () => {
    const response = await send('PUT', '/orders/TP-H73J6', { note: 'R450.01 by card' });
    expect(response.status).toBe(200);
    expect(response.headers.get('set-cookie')).toBe('session=renewed');
    expect(await response.json()).toEqual({
      id: 'TP-H73J6',
      note: 'R450.01 by card',
      marked_by: 'mentor@example.com',
    });
  });

  it('a signed-in route answers with the status of its kind, and with 204 if there is nothing to say', async () => {
    expect((await send('POST', '/orders', { id: 'TP-H73J6' })).status).toBe(201);
    const deleted = await send('DELETE', '/orders/TP-H73J6');
    expect([deleted.status, await deleted.text()]).toEqual([204, '']);
  });

  it('keeps the names of a document', async () => {
    expect(await (await send('GET', '/settings')).json()).toEqual({ siteName: 'Zoë 𝗧. O’Neill' });
  });

  it('a signed-in route refuses a body that its schema does not allow', async () => {
    expect((await send('PUT', '/orders/TP-H73J6', { note: '' })).status).toBe(422);
  });

  it('a signed-in route checks the session before it reads the body', async () => {
    expect((await send('PUT', '/orders/TP-H73J6', { note: '' }, 'session=none')).status).toBe(401);
  });
});
