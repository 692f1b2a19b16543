import { afterEach, expect, test, vi } from 'vitest';
import { submitRecord } from './submit-record.ts';

const id = 'c7c1f2e6-6f0c-4d6d-9d55-0d6a8b1f0a11';
const html = (status: number, statusText = '') =>
  new Response('<h1>Welcome to the Wi-Fi</h1>', { status, statusText });
const empty = (status: number) => new Response(null, { status });
const json = (status: number, body: unknown) => Response.json(body, { status });
const lost = new TypeError('Failed to fetch');
const ourRefusal = { title: 'Unprocessable Content', errors: [{ field: 'email', message: 'No.' }] };

type Answer = Response | Error;
const sent: [path: unknown, init: RequestInit | undefined][] = [];

function answerWith(insert: Answer, fallback: Answer): void {
  sent.length = 0;
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    sent.push([path, init]);
    const answer = path === '/contact.php' ? fallback : insert;
    if (answer instanceof Error) throw answer;
    return answer;
  });
}

const submit = () =>
  submitRecord({
    path: '/api/leads',
    record: { id },
    notification: { id },
    errors: { unexplained: 'Server error.', unanswered: 'Request failed' },
  });

const errorLogged = () => vi.mocked(console.warn).mock.calls.at(-1)?.[1]?.message;

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('a response with the record’s id is a success, and the notification follows', async () => {
  answerWith(json(201, { id, more: 1 }), json(200, { ok: true }));
  expect(await submit()).toEqual({ kind: 'stored', answer: { id, more: 1 } });
  expect(sent.map(([path]) => path)).toEqual(['/api/leads', '/contact.php']);
  for (const [, init] of sent) expect(init?.redirect).toBe('error');
});

test.each<[string, () => Answer]>([
  ['a page with status 200', () => html(200)],
  ['a page with status 201', () => html(201)],
  ['no content', () => empty(204)],
  ['our body with another status', () => json(200, { id })],
  ['another id', () => json(201, { id: crypto.randomUUID() })],
  ['no object', () => json(201, null)],
  ['a redirect', () => empty(302)],
  ['not modified', () => empty(304)],
  ['a server error', () => json(503, { title: 'Service Unavailable' })],
  ['a gateway page', () => html(502)],
  ['a network that wants a sign-in', () => html(511)],
  ['nothing', () => lost],
])('%s instead of the record is a failure: the fallback is used', async (_, answer) => {
  answerWith(answer(), json(200, { ok: true }));
  expect(await submit()).toEqual({ kind: 'delivered' });
  answerWith(answer(), answer());
  expect(await submit()).toEqual({ kind: 'failed' });
});

test.each<[string, Answer, string]>([
  ['says why', json(500, { ok: false, message: 'The journal is full.' }), 'The journal is full.'],
  ['does not say why', json(500, { ok: false }), 'Server error.'],
  ['is not ok with status 200', json(200, { ok: false }), 'Server error.'],
  ['is a page', html(200), 'Request failed'],
  ['is empty', empty(204), 'Request failed'],
  ['only resembles ok', json(200, { ok: 'true' }), 'Request failed'],
  ['never arrives', lost, 'Request failed'],
])('a fallback fails if its response %s', async (_, answer, message) => {
  answerWith(lost, answer);
  expect(await submit()).toEqual({ kind: 'failed' });
  expect(errorLogged()).toBe(message);
});

test.each<[string, () => Response, unknown]>([
  ['by us', () => json(422, ourRefusal), ourRefusal],
  [
    'by a firewall',
    () => html(403, 'Forbidden'),
    {
      title:
        'Your network or our host blocked this request (403 Forbidden). Try another connection.',
    },
  ],
  ['because of its size', () => html(413), { title: expect.stringContaining('too long') }],
  [
    'because of too many requests',
    () => html(429),
    { title: expect.stringContaining('Wait a minute') },
  ],
  [
    'with JSON that has no message',
    () => json(418, [1]),
    { title: expect.stringContaining('(418)') },
  ],
])('a rejection %s shows its reason, and nothing is sent again', async (_, answer, problem) => {
  answerWith(answer(), lost);
  expect(await submit()).toEqual({ kind: 'refused', problem });
  expect(sent).toHaveLength(1);
  answerWith(lost, answer());
  expect(await submit()).toMatchObject({ kind: 'refused' });
});
