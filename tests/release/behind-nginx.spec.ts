import { until } from '#tests/support/site-process.ts';
import { expect, test } from './proxied-fixtures.ts';
import { testBehind } from './proxy-journeys.ts';

testBehind('nginx');

test('one address can exhaust only its own connections', async ({ site }) => {
  const [crowd, other] = [site.from('127.6.0.7'), site.from('127.7.0.7')];
  const held = Array.from({ length: 251 }, () => {
    const form = crowd.open('POST', '/contact', { 'Content-Length': '10' });
    form.on('error', () => {});
    form.flushHeaders();
    return form;
  });
  await until(
    'the limit to be reached',
    async () => (await crowd.send('GET', '/about')).status === 429,
  );
  expect((await other.send('GET', '/about')).status).toBe(200);
  for (const form of held) form.destroy();
  await until('free connections', async () => (await crowd.send('GET', '/about')).status === 200);
});
