import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { recordBackup } from '#features/backups/server/queries/backups.ts';
import type { TestApi } from '#tests/support/api.ts';
import { contactBody } from '#tests/support/lead-bodies.ts';
import { setUpOutage } from '#tests/support/outage.ts';

const metricsToken = 'a-token-of-thirty-two-characters';
const outage = setUpOutage();

const ask = ({ app }: TestApi, headers: Record<string, string>) =>
  app.request('/metrics', { headers });

/** Returns each metric by its name and labels. */
async function read(api: TestApi): Promise<Record<string, number>> {
  const response = await ask(api, { Authorization: `Bearer ${metricsToken}` });
  const lines = (await response.text()).split('\n');
  const figures = lines.filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(
    figures.map((line) => {
      const end = line.lastIndexOf(' ');
      return [line.slice(0, end), Number(line.slice(end))];
    }),
  );
}

it('reading the metrics requires the token', async () => {
  const api = await outage.start({ metricsToken, isAlone: true });
  for (const headers of [
    {},
    { Authorization: 'Bearer' },
    { Authorization: `Bearer ${metricsToken}!` },
    { Authorization: `Basic ${metricsToken}` },
  ]) {
    const refused = await ask(api, headers);
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toBe('Bearer');
    expect(await refused.text()).not.toContain('site_');
  }
  const response = await ask(api, { Authorization: `bearer ${metricsToken}` });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(await response.text()).toMatch(/^# TYPE nodejs_eventloop_lag_p99_seconds gauge$/m);
});

it('counts requests by method, route and status, without addresses', async () => {
  const api = await outage.start({ metricsToken, isAlone: true });
  const id = randomUUID();
  for (const path of [`/api/events/${id}`, `/api/events/${id}?x=${id}`, `/${id}`])
    await api.app.request(path);
  await api.app.request('/api/events', { method: 'PROPFIND' });
  const figures = await read(api);
  const count = (labels: string) => figures[`http_request_duration_seconds_count{${labels}}`];
  expect(count('method="GET",route="/api/events/:id",status="404"')).toBe(2);
  expect(count('method="other",route="/api/*",status="405"')).toBe(1);
  expect(count('method="GET",route="*",status="200"')).toBe(1);
  expect(
    figures[
      'http_request_duration_seconds_bucket{le="10",method="GET",route="/api/events/:id",status="404"}'
    ],
  ).toBe(2);
  expect(JSON.stringify(figures)).not.toContain(id);
});

it('reports connections, jobs, mails, journal, storage, disk and backup', async () => {
  outage.receiver.behave('refuse');
  const madeAt = new Date(Date.now() - 3_600_000);
  const api = await outage.start({ metricsToken, isAlone: true });
  await recordBackup(outage.db, { kind: 'file', madeAt, size: 1, isElsewhere: false });
  const path = 'blog/1763712000000-chart.png';
  await api.storage.put({ path, content: Readable.from([Buffer.alloc(1_000)]), size: 1_000 });
  await api.post('/api/leads', contactBody());
  await expect.poll(outage.receiver.offered).toBeGreaterThan(0);

  await expect.poll(async () => (await read(api))['site_mails{state="queued"}']).toBe(1);
  const figures = await read(api);
  expect(figures).toMatchObject({
    'site_database_connections_max{pool="visitors"}': 10,
    'site_database_connections_max{pool="jobs"}': 10,
    'site_database_waiting{pool="visitors"}': 0,
    site_database_circuit_open: 0,
    site_database_circuit_opened_total: 0,
    'site_jobs{queue="sweep-trash",state="ready"}': 0,
    'site_mails{state="sent"}': 0,
    'site_mails{state="failed"}': 0,
    site_journal_submissions: 0,
    site_storage_files: 1,
    site_storage_bytes: 1_000,
    'site_alert{kind="disk"}': 0,
    'site_reading_failed{reading="jobs"}': 0,
  });
  expect(Object.keys(figures)).toContainEqual(
    expect.stringMatching(/^site_build_info\{version="\d+\.\d+\.\d+",commit="\S+"\}$/),
  );
  expect(figures.site_backup_age_seconds).toBeGreaterThanOrEqual(3_600);
  expect(figures.site_oldest_queued_mail_age_seconds).toBeGreaterThan(0);
  expect(figures.site_disk_free_bytes).toBeGreaterThan(0);
  expect(figures.site_disk_size_bytes).toBeGreaterThan(figures.site_disk_free_bytes ?? 0);
  const connections = ['idle', 'in-use'].map(
    (state) => figures[`site_database_connections{pool="jobs",state="${state}"}`] ?? 0,
  );
  expect(connections[0]).toBeGreaterThan(0);
});

it('leaves out metrics that it cannot read while the database is unavailable, and reports that', async () => {
  const api = await outage.start({ metricsToken, isAlone: true });
  expect(await read(api)).toHaveProperty('site_jobs{queue="send-mail",state="ready"}');
  await outage.passage.cut();
  await api.post('/contact.php', contactBody());

  const figures = await read(api);
  expect(figures).toMatchObject({
    'site_reading_failed{reading="jobs"}': 1,
    'site_reading_failed{reading="storage"}': 0,
    site_journal_submissions: 1,
  });
  expect(figures.site_database_circuit_opened_total).toBeGreaterThan(0);
  expect(figures).not.toHaveProperty('site_jobs{queue="send-mail",state="ready"}');
});
