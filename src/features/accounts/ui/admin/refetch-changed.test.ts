import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '#features/admin-ui/ui/query-client.ts';
import { toastStore } from '#ui/toast.ts';
import { refetchChanged } from './refetch-changed.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Shows a list whose requests fail while `answers` is false. */
function showList(answers: boolean) {
  const client = createQueryClient();
  const server = { answers, requests: 0 };
  const list = new QueryObserver(client, {
    queryKey: ['leads', 'list'],
    meta: { plural: 'leads' },
    async queryFn() {
      server.requests += 1;
      if (!server.answers) throw new TypeError('Failed to fetch');
      return ['Zoë 𝗧. O’Neill'];
    },
  });
  const stop = list.subscribe(() => undefined);
  const change = () => refetchChanged(client, {}, new AbortController().signal);
  return { server, list, change, stop };
}

const titles = () => toastStore.read().map(({ title }) => title);

it('sends a request that fails four times, also if live updates begin meanwhile', async () => {
  const { server, list, change, stop } = showList(false);
  const changed = change();
  await vi.runAllTimersAsync();
  await changed;
  expect(server.requests).toBe(4);
  expect(list.getCurrentResult()).toMatchObject({ isError: true, isFetching: false });
  expect(titles()).toEqual(['Failed to fetch leads']);
  stop();
});

it('tries again after a change, without the message about the last attempt', async () => {
  const { server, list, change, stop } = showList(false);
  await vi.runAllTimersAsync();
  server.answers = true;
  const changed = change();
  await vi.runAllTimersAsync();
  await changed;
  expect(titles()).toEqual([]);
  expect(server.requests).toBe(5);
  expect(list.getCurrentResult().data).toEqual(['Zoë 𝗧. O’Neill']);
  stop();
});

it('reads what was being read when it changed once more', async () => {
  const { server, change, stop } = showList(true);
  const changed = change();
  await vi.runAllTimersAsync();
  await changed;
  expect(server.requests).toBe(2);
  stop();
});
