import { pino } from 'pino';
import { expect, it } from 'vitest';
import { warmUpPages } from './warm-up-pages.ts';

it('submits every form empty, even after one that fails', async () => {
  const asked: string[] = [];
  await warmUpPages(
    async ({ method, url }, { form }) => {
      asked.push(`${method} ${new URL(url).pathname} ${form.size}`);
      if (asked.length === 1) throw new Error('away');
      return new Response();
    },
    pino({ level: 'silent' }),
  );
  expect(asked).toEqual(['POST /contact 0', 'POST /mentorship 0', 'POST /login 0']);
});
