import { createHash, timingSafeEqual } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client';
import { LRUCache } from 'lru-cache';
import type { ObserveRequest } from '#platform/http/request-log.ts';
import { listReadings, type MetricSources, readOwn, type Sample, siteGauges } from './readings.ts';

export type Metrics = ReturnType<typeof createMetrics>;

interface MetricsOptions extends MetricSources {
  /** The token that requests must send. */
  token: string;
}

/** From a cached page to one that a visitor does not wait for, in seconds. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The methods of routes; others count as `other`. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Collects metrics for a monitoring system: of the process, its requests and the site. */
export function createMetrics({ token, ...sources }: MetricsOptions) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests by method, route and status, with the time until their answer began.',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers,
  });
  const readGauges = prepareGauges(registry, sources);
  new Counter({
    name: 'site_database_circuit_opened_total',
    help: 'How often the database was found not to answer.',
    registers,
    collect() {
      this.reset();
      this.inc(sources.circuit.countOpenings());
    },
  });
  const expected = digest(token);

  const observeRequest: ObserveRequest = ({ method, route, status, ms }) => {
    requests.observe({ method: methods.has(method) ? method : 'other', route, status }, ms / 1_000);
  };

  return {
    observeRequest,
    /** Returns whether a text is the token, in constant time. */
    isToken: (given: string) => timingSafeEqual(digest(given), expected),
    contentType: registry.contentType,
    /** Returns all metrics. One that cannot be read is left out and reported. */
    async write(): Promise<string> {
      await readGauges();
      return registry.metrics();
    },
  };
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** The timeout for a slow reading, in milliseconds. */
const timeoutMs = 3_000;

/** Adds the metrics of the site. Returns a function that updates them and never throws. */
function prepareGauges(registry: Registry, sources: MetricSources): () => Promise<void> {
  const gauges = new Map(
    Object.entries(siteGauges).map(([name, [help, ...labelNames]]) => [
      name,
      new Gauge({ name: `site_${name}`, help, labelNames, registers: [registry] }),
    ]),
  );
  const readings = listReadings(sources);
  // Readings are cached for their own time. Concurrent callers share a read.
  const known = new LRUCache<string, Sample[]>({
    max: 100,
    fetchMethod: (name, _, { options }) => {
      const { read, keepMs } = readings[name] ?? { read: async () => [], keepMs: 1 };
      options.ttl = Math.max(keepMs, 1);
      return read();
    },
  });

  async function ask(reading: string): Promise<Sample[]> {
    const timeout = delay(timeoutMs, undefined, { ref: false });
    const last = known.get(reading, { allowStale: true, noDeleteOnStaleGet: true });
    try {
      const samples = (await Promise.race([known.fetch(reading), timeout])) ?? last ?? [];
      return [...samples, ['reading_failed', 0, { reading }]];
    } catch {
      return [['reading_failed', 1, { reading }]];
    }
  }

  return async () => {
    const samples = await Promise.all(Object.keys(readings).map(ask));
    // An unknown metric is left out, because zero would be wrong.
    for (const gauge of gauges.values()) {
      gauge.reset();
      gauge.remove({});
    }
    for (const [name, value, labels = {}] of [...readOwn(sources), ...samples.flat()])
      gauges.get(name)?.set(labels, value);
  };
}
