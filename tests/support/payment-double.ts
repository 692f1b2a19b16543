import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';
import { html } from 'hono/html';
import { patience } from './patience.ts';

/** How a double behaves at one of its addresses: as its original, or as that does on a bad day. It answers late after a promise. */
export type Mood = 'answers' | 'is forbidden' | 'is broken' | 'hangs' | Promise<void>;

/** Keeps an address from answering, unless it is in a good mood. */
export async function suffer(mood: Mood): Promise<Response | undefined> {
  if (mood === 'hangs') return new Promise<never>(() => {});
  if (mood instanceof Promise) await mood;
  if (mood === 'is forbidden') return new Response('<h1>403 Forbidden</h1>', { status: 403 });
  if (mood === 'is broken') return new Response('<h1>502 Bad Gateway</h1>', { status: 502 });
  return undefined;
}

/** Serves an app on a free port of this machine. */
export async function serveDouble(app: Hono) {
  const server = createAdaptorServer({ fetch: app.fetch });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await closed;
    },
  };
}

/** A notification that is being sent, or was. */
export interface Delivery {
  url: string;
  body: string;
  headers: Record<string, string>;
  /** What the site answered so far; 0 where nothing answered. */
  statuses: number[];
  /** Settles once the site has answered 200, or the double is closed. */
  settled: Promise<void>;
}

/** The providers' schedules of minutes and hours, in milliseconds. The last pause repeats. */
const pausesMs = [50, 100, 200, 400, 800];

/** Sends notifications again and again, each until the site answers 200. Without an address, never. */
export function createSender() {
  const stop = new AbortController();

  async function send({ url, body, headers }: Omit<Delivery, 'settled'>) {
    const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(patience.condition)]);
    try {
      const response = await fetch(url, { method: 'POST', body, headers, signal });
      await response.arrayBuffer();
      return response.status;
    } catch {
      return 0;
    }
  }

  async function sendUntilTaken(delivery: Omit<Delivery, 'settled'>) {
    if (!delivery.url) return;
    for (let attempt = 0; !stop.signal.aborted; attempt += 1) {
      const status = await send(delivery);
      delivery.statuses.push(status);
      if (status === 200) return;
      const pause = pausesMs[Math.min(attempt, pausesMs.length - 1)];
      await wait(pause, undefined, { signal: stop.signal }).catch(() => {});
    }
  }

  return {
    deliver(url: string, body: string, headers: Record<string, string>): Delivery {
      const delivery = { url, body, headers, statuses: [] };
      return Object.assign(delivery, { settled: sendUntilTaken(delivery) });
    },
    stop: () => stop.abort(),
  };
}

interface PayPage {
  title: string;
  /** As people read it, such as R 1000.00. */
  amount: string;
  itemName: string;
  payAction: string;
  cancelAction: string;
}

/** The provider's page where the buyer pays. */
export const renderPayPage = ({
  title,
  amount,
  itemName,
  payAction,
  cancelAction,
}: PayPage) => html`
  <!doctype html>
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>${title}</title>
    </head>
    <body>
      <h1>${title}</h1>
      <p>${itemName}: ${amount}</p>
      <form method="post" action="${payAction}"><button>Pay</button></form>
      <form method="post" action="${cancelAction}"><button>Cancel</button></form>
    </body>
  </html>
`;

/** Writes cents as an amount, such as 1000.00 or -3.50. */
export function writeAmount(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
