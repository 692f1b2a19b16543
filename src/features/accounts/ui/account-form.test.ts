import { expect, it } from 'vitest';
import { clientAction } from './account-form.tsx';

const send = (serverAction: () => Promise<never>) =>
  clientAction({
    serverAction,
    request: new Request('http://localhost/login', {
      method: 'POST',
      body: new URLSearchParams({ email: 'mentor@example.com', password: 'secret' }),
    }),
  });

it('keeps the form when the connection is lost', async () => {
  expect(await send(() => Promise.reject(new TypeError('Failed to fetch')))).toMatchObject({
    data: {
      status: 'error',
      initialValue: { email: 'mentor@example.com' },
      error: { '': ['Can’t reach the site. Check your connection and try again.'] },
    },
    init: { status: 503 },
  });
});

it('follows redirects', async () => {
  const redirect = new Response(null, { status: 303 });
  await expect(send(() => Promise.reject(redirect))).rejects.toBe(redirect);
});
