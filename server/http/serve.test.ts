import http from 'node:http';
import { expect, it } from 'vitest';
import { serve } from './serve.ts';

const host = '127.0.0.1';

/** Asks over a connection that is kept alive, as browsers do. */
function get(port: number, agent: http.Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    http
      .get({ host, port, agent }, (response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => resolve(text));
      })
      .on('error', reject);
  });
}

it('says which port is taken, and how to choose another', async () => {
  const first = await serve({ fetch: () => new Response(), host, port: 0 });
  const second = serve({ fetch: () => new Response(), host, port: first.port });
  await expect(second).rejects.toThrow(
    `Port ${first.port} is already in use. Stop what uses it, or set PORT`,
  );
  await first.stop(1_000);
});

it('lets a request in flight finish, and takes no other', async () => {
  const arrived = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<Response>();
  const server = await serve({
    host,
    port: 0,
    fetch: () => {
      arrived.resolve();
      return answer.promise;
    },
  });
  const agent = new http.Agent({ keepAlive: true });
  const inFlight = get(server.port, agent);
  await arrived.promise;
  const stopped = server.stop(5_000);
  await expect(get(server.port, new http.Agent())).rejects.toThrow('ECONNREFUSED');
  answer.resolve(new Response('finished'));
  expect(await inFlight).toBe('finished');
  expect(await stopped).toBe(true);
  agent.destroy();
});

it('cuts what does not finish in time', async () => {
  const arrived = Promise.withResolvers<void>();
  const server = await serve({
    host,
    port: 0,
    fetch: () => {
      arrived.resolve();
      return new Promise<Response>(() => {});
    },
  });
  const inFlight = get(server.port, new http.Agent());
  inFlight.catch(() => {});
  await arrived.promise;
  expect(await server.stop(50)).toBe(false);
  await expect(inFlight).rejects.toThrow();
});

it('does not wait for a connection that only idles', async () => {
  const server = await serve({ host, port: 0, fetch: () => new Response('hello') });
  const agent = new http.Agent({ keepAlive: true });
  expect(await get(server.port, agent)).toBe('hello');
  const startedAt = performance.now();
  expect(await server.stop(5_000)).toBe(true);
  expect(performance.now() - startedAt).toBeLessThan(1_000);
  agent.destroy();
});
