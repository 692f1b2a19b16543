import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { type TrashEntry, type TrashKind, trashKinds } from '#features/trash/rules/trash.ts';
import { storageUrl } from '#rules/stored-file.ts';
import { visitorWith } from '#tests/support/accounts.ts';
import {
  openingMorning,
  sessionBody,
  tuesdaySlot,
  tuesdaySlots,
} from '#tests/support/booking-bodies.ts';
import { contactBody } from '#tests/support/lead-bodies.ts';
import { listWaitingReminders } from '#tests/support/reminders.ts';
import { openTestSite, untilMailed } from '#tests/support/site.ts';
import { blockStoredFile } from '#tests/support/stored-files.ts';

const dayMs = 24 * 3_600_000;
const unknownId = '00000000-0000-4000-8000-000000000000';

const { api, admin, clock, receiver, book } = await openTestSite({ now: openingMorning });

const rowsOf = async (text: string, values: unknown[] = []) =>
  (await api.pool.query(text, values)).rows;

const put = (name: string) =>
  api.storage.put({ path: name, content: Readable.from(['x']), size: 1 });

async function listStored(): Promise<string[]> {
  const paths: string[] = [];
  for await (const found of api.storage.list()) paths.push(found);
  return paths.sort();
}

const call = (method: string, address: string, sent?: object) =>
  admin.call(method, `/api/${address}`, sent);
const listTrash = async (search = ''): Promise<TrashEntry[]> =>
  (await call('GET', `trash${search}`)).body.items;
const trash = async (kind: TrashKind, id: string) =>
  expect((await call('DELETE', `${kind}/${id}`)).status).toBe(204);
const restore = (kind: TrashKind, ...ids: string[]) =>
  call('POST', `trash/${kind}/restorations`, { ids });
const restored = { status: 200, body: { gone: [] } };
const deleteForGood = (kind: TrashKind, id: string) => call('DELETE', `trash/${kind}/${id}`);

/** A row of each kind, its entry in the trash, and its files. */
const samples: Record<
  TrashKind,
  { row: Record<string, unknown>; shown: object; files?: string[] }
> = {
  leads: {
    row: { name: 'Ann', email: 'ann@example.com', source: 'Contact Form Submission' },
    shown: { title: 'Ann', detail: 'Contact Form Submission' },
  },
  bookings: {
    row: {
      name: 'Bob',
      email: 'bob@example.com',
      session_type: 'Intro Call',
      booking_date: tuesdaySlot,
      meeting_type: 'Zoom',
      trading_knowledge: 'Beginner',
      notes: 'Goals: a',
    },
    shown: { title: 'Bob', detail: 'Intro Call', instant: tuesdaySlot },
  },
  events: {
    row: { title: 'Meeting', date: '2030-02-01', location: 'Online' },
    shown: { title: 'Meeting', detail: 'Online', day: '2030-02-01' },
  },
  courses: {
    row: { title: 'Course', price: 'R1500', features: ['Videos'] },
    shown: { title: 'Course', detail: 'R1500' },
  },
  blog_posts: {
    row: { title: 'Post', date: '2030-01-01', image: storageUrl('blog/1-a.png') },
    shown: { title: 'Post', day: '2030-01-01', picture_url: storageUrl('blog/1-a.png') },
    files: ['blog/1-a.png'],
  },
  testimonials: {
    row: { image_url: storageUrl('1-a.png'), created_at: '2030-01-02T10:00:00Z' },
    shown: {
      title: null,
      picture_url: storageUrl('1-a.png'),
      instant: '2030-01-02T10:00:00.000Z',
    },
    files: ['1-a.png'],
  },
  videos: {
    row: {
      title: 'Video',
      subtitle: 'First',
      video_url: storageUrl('videos/1-a.mp4'),
      poster_url: storageUrl('videos/2-poster.jpg'),
      captions_url: storageUrl('videos/3-en.vtt'),
    },
    shown: { title: 'Video', detail: 'First' },
    files: ['videos/1-a.mp4', 'videos/2-poster.jpg', 'videos/3-en.vtt'],
  },
  freebies: {
    row: { title: 'Guide', file_url: storageUrl('freebies/1-a.pdf') },
    shown: { title: 'Guide', detail: null },
    files: ['freebies/1-a.pdf'],
  },
};

/** Inserts a row and stores its files. Returns its id. */
async function make(kind: TrashKind, changes: Record<string, unknown> = {}): Promise<string> {
  const { row, files = [] } = samples[kind];
  const values = { ...row, ...changes };
  for (const file of files) await put(file);
  const places = Object.keys(values).map((_, index) => `$${index + 1}`);
  const [made] = await rowsOf(
    `insert into ${kind} (${Object.keys(values)}) values (${places}) returning id`,
    Object.values(values),
  );
  return made.id;
}

describe.each(trashKinds)('a deleted row of %s', (kind) => {
  const { shown, files = [] } = samples[kind];

  it('is in the trash, is restored completely, and is deleted permanently with its files', async () => {
    const id = await make(kind);
    const readRow = () => rowsOf(`select * from ${kind} where id = $1`, [id]);
    const [before] = await readRow();
    await trash(kind, id);
    expect((await call('GET', kind)).body.items).toEqual([]);
    expect(await listTrash()).toMatchObject([
      {
        ...shown,
        kind,
        id,
        deleted_at: openingMorning.toISOString(),
        gone_at: new Date(openingMorning.getTime() + 30 * dayMs).toISOString(),
      },
    ]);
    const { body } = await call('GET', 'trash/counts');
    expect(body.counts).toEqual({
      ...Object.fromEntries(trashKinds.map((name) => [name, 0])),
      [kind]: 1,
    });

    expect(await restore(kind, id)).toEqual(restored);
    expect(await readRow()).toEqual([before]);
    expect(await listTrash()).toEqual([]);
    expect((await call('GET', kind)).body.items).toMatchObject([{ id }]);
    expect((await restore(kind, id)).body).toEqual({ gone: [id] });
    // An entry that is not in the trash cannot be deleted permanently.
    expect((await deleteForGood(kind, id)).status).toBe(404);
    expect(await listStored()).toEqual(files.toSorted());

    await trash(kind, id);
    expect((await deleteForGood(kind, id)).status).toBe(204);
    expect(await readRow()).toEqual([]);
    expect(await listStored()).toEqual([]);
    expect((await restore(kind, id)).body).toEqual({ gone: [id] });
  });
});

it('restores several entries together, and names those that no longer exist', async () => {
  const leads = [1, 2].map((key) => contactBody({ name: `Ann ${key}` }));
  for (const lead of leads) await api.post('/api/leads', lead);
  const ids = leads.map(({ id }) => id);
  for (const id of ids) await trash('leads', id);
  expect((await restore('leads', ...ids, unknownId)).body).toEqual({ gone: [unknownId] });
  expect(await listTrash()).toEqual([]);
});

it('hides deleted content from visitors everywhere until it is restored', async () => {
  const kinds = ['events', 'courses', 'blog_posts', 'testimonials', 'videos', 'freebies'] as const;
  const ids: [TrashKind, string][] = [];
  for (const kind of kinds) ids.push([kind, await make(kind)]);
  const postId = ids.find(([kind]) => kind === 'blog_posts')?.[1] ?? '';
  const textOf = async (address: string) => (await api.app.request(address)).text();
  /** Returns how many rows of each kind visitors see. */
  const readPublic = async () => [
    (await api.content.listUpcomingEvents())?.length,
    (await api.content.listCourses())?.length,
    (await api.content.listPosts(1))?.posts.length,
    (await api.content.listNewestPosts())?.length,
    (await api.content.listPostDates())?.length,
    (await api.content.findPost(postId)) ? 1 : 0,
    (await api.content.listTestimonials())?.length,
    (await api.content.listVideos())?.length,
    (await api.content.listFreebies())?.length,
    ...['/feed.xml', '/sitemap.xml'].map(async (address) =>
      (await textOf(address)).includes(postId) ? 1 : 0,
    ),
  ];
  const countPublic = async () => Promise.all(await readPublic());
  expect(new Set(await countPublic())).toEqual(new Set([1]));
  for (const [kind, id] of ids) await trash(kind, id);
  expect(new Set(await countPublic())).toEqual(new Set([0]));
  for (const [kind, id] of ids) await restore(kind, id);
  expect(new Set(await countPublic())).toEqual(new Set([1]));
});

describe('the trash', () => {
  it('the trash lists the latest deletion first, page by page, for all kinds or for one', async () => {
    const ids: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      for (const kind of ['leads', 'courses', 'events'] as const) {
        // Two entries have the same time, so their ids decide the order.
        if (kind !== 'courses') clock.now = new Date(openingMorning.getTime() + ids.length * 1_000);
        const id = await make(kind);
        await trash(kind, id);
        ids.unshift(id);
      }
    }
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof call>> = await call(
        'GET',
        `trash?limit=2${cursor ? `&cursor=${cursor}` : ''}`,
      );
      seen.push(...page.body.items.map(({ id }: TrashEntry) => id));
      cursor = page.body.next_cursor;
    } while (cursor);
    expect(seen.toSorted()).toEqual(ids.toSorted());
    const entries = await listTrash();
    const keys = entries.map(({ deleted_at, id }) => `${deleted_at} ${id}`);
    expect(keys).toEqual(keys.toSorted().toReversed());
    expect((await listTrash('?kind=leads')).map(({ kind }) => kind)).toEqual(
      Array(3).fill('leads'),
    );
    expect((await call('GET', 'trash?kind=accounts')).status).toBe(422);
    expect((await call('GET', 'trash?cursor=nonsense')).status).toBe(400);
  });

  it('the trash is emptied in batches, and keeps what was deleted after it was counted', async () => {
    await rowsOf(
      `insert into leads (name, email, source, deleted_at)
       select 'Lead', 'lead@example.com', 'A fair', $1::timestamptz from generate_series(1, 150)`,
      [openingMorning],
    );
    const { counted_at } = (await call('GET', 'trash/counts')).body;
    clock.now = new Date(openingMorning.getTime() + 1_000);
    const late = await make('events');
    await trash('events', late);
    const first = await call('DELETE', `trash?until=${counted_at}`);
    expect(first.body).toEqual({ deleted: 100, failed: 0, next_cursor: expect.any(String) });
    const { next_cursor } = first.body;
    const second = await call('DELETE', `trash?until=${counted_at}&cursor=${next_cursor}`);
    expect(second.body).toEqual({ deleted: 50, failed: 0, next_cursor: null });
    expect(await listTrash()).toMatchObject([{ id: late }]);
    expect((await call('DELETE', 'trash')).body).toMatchObject({ deleted: 1 });
    expect(await listTrash()).toEqual([]);
  });

  it('the trash keeps a file that another record names, even one in the trash', async () => {
    const [one, other] = [await make('videos'), await make('videos')];
    for (const id of [one, other]) await trash('videos', id);
    await deleteForGood('videos', one);
    expect(await listStored()).toHaveLength(3);
    await deleteForGood('videos', other);
    expect(await listStored()).toEqual([]);
  });
});

describe('a restored lead', () => {
  const statusOf = async (id: string) =>
    (await rowsOf('select status from mail_deliveries where key like $1', [`lead:${id}:%`]))[0]
      ?.status;

  it('a restored lead sends the notice that its deletion cancelled, once', async () => {
    receiver.behave('refuse');
    const body = contactBody();
    await api.post('/api/leads', body);
    await expect.poll(receiver.offered).toBeGreaterThan(0);
    await trash('leads', body.id);
    expect(await statusOf(body.id)).toBe('cancelled');
    receiver.behave('accept');
    // A late repeat adds nothing.
    expect((await api.post('/api/leads', body)).status).toBe(201);
    expect((await api.post('/contact.php', body)).status).toBe(200);
    expect((await api.post('/api/leads', { ...body, name: 'Other' })).status).toBe(409);
    expect(await rowsOf('select id from leads where deleted_at is null')).toEqual([]);

    await restore('leads', body.id);
    await expect.poll(() => statusOf(body.id)).toBe('sent');
    await trash('leads', body.id);
    await restore('leads', body.id);
    expect(await statusOf(body.id)).toBe('sent');
    expect(receiver.received).toHaveLength(1);
  });

  it('a restored lead leaves no trace in its mails after it is deleted permanently', async () => {
    const body = contactBody({ name: 'Ann Archer' });
    await api.post('/api/leads', body);
    await expect.poll(() => statusOf(body.id)).toBe('sent');
    await trash('leads', body.id);
    expect(JSON.stringify(await rowsOf('select * from mail_deliveries'))).toContain('Archer');
    await deleteForGood('leads', body.id);
    const rows = await rowsOf('select recipient, subject, payload from mail_deliveries');
    expect(rows).toEqual([{ recipient: '', subject: '', payload: null }]);
  });
});

describe('a restored booking', () => {
  const listReminders = async () => (await listWaitingReminders(api)).map(({ at }) => at);

  it('a restored booking has its slot, its private link and its reminders again, and sends no mail twice', async () => {
    const { id, token } = await book();
    await untilMailed(api);
    const reminders = await listReminders();
    expect(reminders).toHaveLength(2);
    await trash('bookings', id);
    expect(await listReminders()).toEqual([]);
    expect(await api.services.findManagedBooking(token)).toBeUndefined();
    expect(await api.services.composeCalendarFile(token)).toBeUndefined();
    expect(await restore('bookings', id)).toEqual(restored);
    expect(await listReminders()).toEqual(reminders);
    expect(await api.services.findManagedBooking(token)).toMatchObject({ startsAt: tuesdaySlot });
    expect((await api.post('/api/bookings', sessionBody())).status).toBe(409);
    await untilMailed(api);
    expect(receiver.received).toHaveLength(2);
  });

  it('sends the mails that were pending, and none that are outdated', async () => {
    receiver.behave('refuse');
    const { id } = await book();
    const startsAt = new Date(tuesdaySlots[3] ?? '');
    await api.services.moveBooking({ id, startsAt }, visitorWith());
    const overtaken = () => rowsOf(`select key from mail_deliveries where status = 'cancelled'`);
    await expect.poll(overtaken).toHaveLength(2);
    await trash('bookings', id);
    receiver.behave('accept');
    await restore('bookings', id);
    await untilMailed(api);
    expect(receiver.received.map(({ mail }) => mail.subject?.split(':')[0])).toEqual(
      Array(2).fill(expect.stringContaining('oved')),
    );
  });

  it('a restored booking is refused while another booking has its time', async () => {
    const { id } = await book();
    await trash('bookings', id);
    const rival = await book();
    const refused = {
      status: 409,
      body: {
        code: 'slot-taken',
        detail: expect.stringContaining('That time has been booked since'),
      },
    };
    expect(await restore('bookings', id)).toMatchObject(refused);
    clock.now = new Date('2030-01-09T08:00:00Z');
    expect(await restore('bookings', id)).toMatchObject(refused);
    expect(await listTrash()).toMatchObject([{ id }]);
    await trash('bookings', rival.id);
    expect(await restore('bookings', id)).toEqual(restored);
  });

  it('a restored booking stays cancelled next to the booking that has its time', async () => {
    const { id } = await book();
    await api.services.cancelBooking({ id }, visitorWith());
    await trash('bookings', id);
    await book();
    expect(await restore('bookings', id)).toEqual(restored);
    expect(await rowsOf('select 1 from bookings where cancelled_at is not null')).toHaveLength(1);
    expect(await listReminders()).toHaveLength(2);
  });

  it('a restored booking and a new booking cannot both get the time', async () => {
    for (const booking_date of tuesdaySlots) {
      const { id } = await book({ booking_date });
      await trash('bookings', id);
      const answers = await Promise.all([
        restore('bookings', id),
        api.post('/api/bookings', sessionBody({ booking_date })),
      ]);
      const statuses = answers.map(({ status }) => status);
      expect([
        [200, 409],
        [409, 201],
      ]).toContainEqual(statuses);
    }
    expect(await rowsOf('select 1 from bookings where deleted_at is null')).toHaveLength(6);
    expect(await listReminders()).toHaveLength(12);
  });
});

describe('the sweep', () => {
  const sweep = () => api.services.jobHandlers.sweepTrash();

  it('permanently deletes what was deleted 30 days ago, and nothing else', async () => {
    const old = await make('freebies');
    await trash('freebies', old);
    await rowsOf(
      `insert into leads (name, email, source, deleted_at)
       select 'Lead', 'lead@example.com', 'A fair', $1::timestamptz from generate_series(1, 250)`,
      [openingMorning],
    );
    clock.now = new Date(openingMorning.getTime() + 1_000);
    const young = await make('courses');
    await trash('courses', young);
    await make('events');
    clock.now = new Date(openingMorning.getTime() + 30 * dayMs - 1);
    await sweep();
    expect((await listTrash('?limit=200')).length).toBe(200);
    expect((await call('GET', 'trash/counts')).body.counts).toMatchObject({ leads: 250 });
    clock.now = new Date(openingMorning.getTime() + 30 * dayMs);
    await sweep();
    expect(await listTrash()).toMatchObject([{ id: young }]);
    expect(await listStored()).toEqual([]);
    clock.now = new Date(openingMorning.getTime() + 31 * dayMs);
    await sweep();
    expect(await listTrash()).toEqual([]);
    expect((await call('GET', 'events')).body.items).toHaveLength(1);
  });

  it('the sweep skips a file that cannot be deleted and tries it again later', async () => {
    const blocked = await blockStoredFile(api, 'freebies/1-folder.pdf');
    const stuck = await make('freebies', { file_url: storageUrl('freebies/1-folder.pdf') });
    const [before, after] = [await make('videos'), await make('testimonials')];
    await trash('videos', before);
    await trash('freebies', stuck);
    await trash('testimonials', after);
    expect(await deleteForGood('freebies', stuck)).toMatchObject({
      status: 503,
      body: {
        code: 'file-not-deleted',
        detail: 'Files are unavailable right now. Try again in a moment.',
      },
    });
    clock.now = new Date(openingMorning.getTime() + 31 * dayMs);
    await sweep();
    expect(await listTrash()).toMatchObject([{ id: stuck }]);
    for (const folder of blocked) await rm(folder, { recursive: true });
    await sweep();
    expect(await listTrash()).toEqual([]);
  });

  it('runs every night in the mentor’s time zone', async () => {
    expect(
      await rowsOf("select cron, timezone from pgboss.schedule where name = 'sweep-trash'"),
    ).toEqual([{ cron: '43 3 * * *', timezone: 'Africa/Johannesburg' }]);
  });
});
