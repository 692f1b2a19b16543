import { createHash, timingSafeEqual } from 'node:crypto';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { keepReading } from './keep-reading.ts';
import { listReadings, type MetricSources, readOwn, type Sample, siteGauges } from './readings.ts';

/** Counts an answer by the pattern of what gave it, never by an address. `ms` until it began. */
export type ObserveRequest = (request: {
  method: string;
  route: string;
  status: number;
  ms: number;
}) => void;

export type Metrics = ReturnType<typeof createMetrics>;

interface MetricsOptions extends MetricSources {
  /** Whoever reads them has to show it. */
  token: string;
}

/** From a page that is kept to one that somebody gives up on, in seconds. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Those that routes have; a client may send dozens of others. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Makes what a monitoring system reads: of this process, of its requests, and of what it works on.
 * Begins to measure at once.
 */
export function createMetrics({ token, ...sources }: MetricsOptions) {
  const registry = new Registry();
  const registers = [registry];
  // Among them the delay of the event loop, the memory and the processor's time.
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests by method, route and status, with the time until their answer began.',
    labelNames: ['method', 'route', 'status'],
    ...{ buckets, registers },
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
    /** Returns whether a text is the token; how much of it is right does not show in the time. */
    isToken: (given: string) => timingSafeEqual(digest(given), expected),
    contentType: registry.contentType,
    /** Writes everything down. What cannot be read now is left out, and said to be. */
    async write(): Promise<string> {
      await readGauges();
      return registry.metrics();
    },
  };
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Adds the figures of the site. Returns a function that brings them up to date, and never throws. */
function prepareGauges(registry: Registry, sources: MetricSources): () => Promise<void> {
  const gauges = new Map(
    Object.entries(siteGauges).map(([name, [help, ...labelNames]]) => [
      name,
      new Gauge({ name: `site_${name}`, help, labelNames, registers: [registry] }),
    ]),
  );
  const readings = Object.entries(listReadings(sources)).map(
    ([name, { read, keepMs }]) => [name, keepReading(read, { keepMs })] as const,
  );

  return async () => {
    const samples = await Promise.all(
      readings.map(async ([reading, ask]): Promise<Sample[]> => {
        const { value = [], hasFailed } = await ask();
        return [...value, ['reading_failed', Number(hasFailed), { reading }]];
      }),
    );
    // A figure that is not known any more goes; a zero would be another figure.
    for (const gauge of gauges.values()) {
      gauge.reset();
      gauge.remove({});
    }
    for (const [name, value, labels = {}] of [...readOwn(sources), ...samples.flat()])
      gauges.get(name)?.set(labels, value);
  };
}
