import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

export type HttpClient = ReturnType<typeof openHttpClient>;

/** Opens kept connections to a site: a client that costs less than what it measures. */
export function openHttpClient(url: string, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  /** Returns the body of an answer, which is text once it is looked at, and its headers. Throws unless it is a success. */
  async function send(path: string, headers: Record<string, string> = {}, body?: string) {
    const method = body === undefined ? 'GET' : 'POST';
    const sending = request(new URL(path, url), { agent, method, headers });
    sending.end(body);
    const [answer] = await once(sending, 'response');
    const bytes = await buffer(answer);
    if (answer.statusCode >= 300) throw new Error(`${path}: ${answer.statusCode} ${bytes}`);
    return {
      get content() {
        return bytes.toString();
      },
      headers: answer.headers as Record<string, string | string[] | undefined>,
    };
  }
  return {
    get: (path: string, headers?: Record<string, string>) => send(path, headers),
    post: (path: string, body: object, headers: Record<string, string> = {}) =>
      send(path, { ...headers, 'Content-Type': 'application/json' }, JSON.stringify(body)),
    close: () => agent.destroy(),
  };
}

/** Does something so many times, so many at once. Returns how often a second. */
export async function repeat(
  times: number,
  atOnce: number,
  once: (index: number) => Promise<unknown>,
): Promise<number> {
  let begun = 0;
  const startedAt = performance.now();
  const work = async () => {
    while (begun < times) {
      begun += 1;
      await once(begun);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return (times * 1000) / (performance.now() - startedAt);
}

export const median = (numbers: number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
