import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { findDelivery } from '#features/mail/server/queries/mail-deliveries.ts';
import { bookings } from '#platform/db/schema/booking-schema.ts';
import { events } from '#platform/db/schema/content-schema.ts';
import { leads } from '#platform/db/schema/lead-schema.ts';
import { mailDeliveries } from '#platform/db/schema/schema.ts';
import { contactBody } from '#tests/support/lead-bodies.ts';
import { withLibrary } from '#tests/support/library.ts';
import { openTestSite } from '#tests/support/site.ts';
import { query } from '#tests/support/site-state.ts';

const { connectionString, api, admin } = await openTestSite({ smtpUrl: undefined });
const { read } = admin;

const lead = (changes: Partial<typeof leads.$inferInsert> = {}) => ({
  name: 'Zanele Dube',
  email: 'zanele@example.com',
  phone: '+27 82 555 1234',
  source: 'Contact Form Submission',
  message: 'Where do I begin with gold?',
  ...changes,
});

const booking = (changes: Partial<typeof bookings.$inferInsert> = {}) => ({
  name: 'Thabo Nkosi',
  email: 'thabo@example.com',
  sessionType: 'Intro Call',
  startsAt: new Date('2026-11-23T20:00:00Z'),
  meetingType: 'Zoom' as const,
  tradingKnowledge: 'Beginner' as const,
  notes: 'Goals: a\nTopics: b',
  ...changes,
});

describe('without a session', () => {
  // access.db.test.ts checks that every route refuses.
  it('a refusal says that the caller is signed out', async () => {
    const response = await admin.asStranger('GET', '/api/leads');
    expect(await response.json()).toMatchObject({ code: 'signed-out', status: 401 });
  });
});

describe('leads', () => {
  it('leads are listed newest first, page by page and without duplicates, while others arrive', async () => {
    const same = new Date('2026-11-21T08:00:00Z');
    await api.db.insert(leads).values(
      Array.from({ length: 25 }, (_, index) =>
        lead({
          name: `Lead ${index}`,
          createdAt: index < 12 ? same : new Date(same.getTime() - index * 1_000),
        }),
      ),
    );
    // Microseconds apart, which a JavaScript date cannot represent.
    await query(
      connectionString,
      `update leads set created_at = created_at + (random() * 900) * interval '1 microsecond'`,
    );
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await read(`/api/leads?limit=4${cursor ? `&cursor=${cursor}` : ''}`);
      seen.push(...page.items.map(({ id }: { id: string }) => id));
      cursor = page.next_cursor;
      if (seen.length === 8) await api.db.insert(leads).values(lead({ name: 'Late' }));
    } while (cursor);
    const inOrder = await query(
      connectionString,
      `select id from leads where name <> 'Late' order by created_at desc, id desc`,
    );
    expect(seen).toEqual(inOrder.map(({ id }) => id));
  });

  it.each([
    'nonsense',
    '["2026-02-31","ID"]',
    '["0000-01-01","ID"]',
    '["2026-02-28\\u0000","ID"]',
    '["2026-02-28","no id"]',
  ])('leads refuse the cursor %s, on public lists too', async (text) => {
    const cursor = Buffer.from(text.replace('ID', randomUUID())).toString('base64url');
    for (const list of ['leads', 'bookings', 'events', 'courses', 'videos']) {
      const response = await admin.asMentor('GET', `/api/${list}?cursor=${cursor}`);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ code: 'invalid-cursor' });
    }
  });

  it.each([
    '/api/leads?search=a%00',
    '/api/leads/counts?search=%00',
    '/api/leads/export?search=%00',
  ])('leads refuse a search with characters that the database cannot store: %s', async (path) => {
    expect((await admin.asMentor('GET', path)).status).toBe(422);
  });

  it('leads have the same groups in the database as in the code', async () => {
    const categories: Record<string, string> = {
      'Course Purchase Inquiry': 'course',
      'Courses 2027': 'course',
      Course: 'course',
      'Blueprint Purchase Inquiry': 'blueprint',
      'Contact Form Submission': 'contact',
      'course in lower case': 'other',
      'A fair': 'other',
    };
    const rowOf = (source: string) => lead({ source, message: null });
    await api.db.insert(leads).values(Object.keys(categories).map(rowOf));
    const rows = await query(connectionString, 'select source, category from leads');
    for (const { source, category } of rows) expect(category).toBe(categories[source]);
    expect((await read('/api/leads/counts')).groups).toEqual({
      course: { count: 3, is_more: false },
      blueprint: { count: 1, is_more: false },
      contact: { count: 1, is_more: false },
      other: { count: 2, is_more: false },
    });
    expect((await read('/api/leads?group=course')).items).toHaveLength(3);
  });

  it('leads are listed, counted and exported by state, with and without a search', async () => {
    const course = 'Course Purchase Inquiry';
    await api.db
      .insert(leads)
      .values([
        lead({ name: 'Ann', state: 'won', note: 'Paid in full' }),
        lead({ name: 'Bea', state: 'won', source: course }),
        lead({ name: 'Cleo', source: course }),
        lead({ name: 'Deleted', state: 'won', deletedAt: new Date() }),
      ]);
    const names = async (query: string) =>
      (await read(`/api/leads?${query}`)).items.map(({ name }: { name: string }) => name).sort();
    expect(await names('state=won')).toEqual(['Ann', 'Bea']);
    expect(await names('state=won&group=course')).toEqual(['Bea']);
    expect(await names('state=closed')).toEqual([]);
    for (const search of ['', '&search=example.com']) {
      const counts = await read(`/api/leads/counts?state=won&group=course${search}`);
      expect(counts).toMatchObject({
        groups: { course: { count: 1 }, contact: { count: 1 }, blueprint: { count: 0 } },
        states: { new: { count: 1 }, answered: { count: 0 }, won: { count: 1 } },
      });
      expect((await read(`/api/leads/counts?${search}`)).states.won.count).toBe(2);
    }
    const csv = await (await admin.asMentor('GET', '/api/leads/export?state=won')).text();
    const [headings, ...lines] = csv.trimEnd().split('\r\n');
    expect(headings).toContain(';"Message";"State";"Note";');
    expect(lines.filter((line) => line.includes(';"won";"Paid in full"'))).toHaveLength(1);
    expect(lines).toHaveLength(2);
    expect((await admin.asMentor('GET', '/api/leads?state=lost')).status).toBe(422);
  });

  it('leads are counted up to a hundred in a search', async () => {
    await api.db.insert(leads).values(Array.from({ length: 130 }, () => lead()));
    await api.db.insert(leads).values(lead({ state: 'won' }));
    const more = { count: 100, is_more: true };
    const any = await read('/api/leads/counts?search=zanele');
    expect([any.groups.contact, any.groups.course]).toEqual([more, { count: 0, is_more: false }]);
    const { groups, states } = await read('/api/leads/counts?search=zanele&state=won');
    expect([groups.contact, states.won]).toEqual(Array(2).fill({ count: 1, is_more: false }));
    expect(states.new.is_more).toBe(true);
  });

  it('leads can be changed one by one or together', async () => {
    const [row] = await api.db.insert(leads).values(lead()).returning();
    const path = `/api/leads/${row?.id}`;
    const noted = await admin.asMentor('PATCH', path, { version: 1, note: ' Likes charts ' });
    expect([noted.status, await noted.json()]).toMatchObject([
      200,
      { version: 2, state: 'new', note: 'Likes charts' },
    ]);
    const late = await admin.asMentor('PATCH', path, { version: 1, state: 'won' });
    expect([late.status, await late.json()]).toMatchObject([
      409,
      { code: 'edited-elsewhere', current: { version: 2, note: 'Likes charts' } },
    ]);
    for (const body of [{ state: 'won' }, { version: 2, state: 'lost' }, { version: 0 }]) {
      expect((await admin.asMentor('PATCH', path, body)).status).toBe(422);
    }
    const many = (body: object) => admin.asMentor('POST', '/api/leads/states', body);
    const gone = randomUUID();
    const answer = await many({ ids: [row?.id, gone], state: 'answered' });
    expect(await answer.json()).toMatchObject({ changed: [{ id: row?.id }], gone: [gone] });
    const ids = Array.from({ length: 201 }, () => randomUUID());
    for (const body of [{ ids, state: 'won' }, { ids: [], state: 'won' }, { ids: [row?.id] }]) {
      expect((await many(body)).status).toBe(422);
    }
  });

  it.each([
    ['zanele', 1],
    ['ZANELE dube', 1],
    ['example.com', 2],
    ['082 555 1234', 1],
    ['+27825551234', 1],
    ['nele@example.com', 1],
    ['zanele@example.org', 0],
    ['d', 1],
    ['100%', 1],
    ['%', 1],
    ["'; drop table leads; --", 0],
  ])('leads are found by %j', async (search, found) => {
    await api.db
      .insert(leads)
      .values([
        lead(),
        lead({ name: 'Wei', email: 'wei@example.com', phone: null, message: '100% sure' }),
      ]);
    const { items } = await read(`/api/leads?search=${encodeURIComponent(search)}`);
    expect(items).toHaveLength(found);
  });

  it('leads are left out of lists, counts and exports after they are deleted', async () => {
    const body = contactBody({ name: 'Ann Archer' });
    expect((await api.post('/api/leads', body)).status).toBe(201);
    const path = `/api/leads/${body.id}`;
    expect((await admin.asMentor('DELETE', path)).status).toBe(204);
    expect((await admin.asMentor('DELETE', path)).status).toBe(404);
    expect((await read('/api/leads')).items).toEqual([]);
    for (const search of ['', '?search=Archer'])
      expect(await read(`/api/leads/counts${search}`)).toMatchObject({
        groups: { contact: { count: 0 } },
      });
    expect(await (await admin.asMentor('GET', '/api/leads/export')).text()).not.toContain('Ann');
    // Neither a late notification nor a late repeat restores the lead.
    expect((await api.post('/contact.php', body)).status).toBe(200);
    expect((await api.post('/api/leads', body)).status).toBe(201);
    expect((await read('/api/leads')).items).toEqual([]);
    expect(await api.db.$count(mailDeliveries)).toBe(1);
  });

  it('leads are exported as CSV without formulas', async () => {
    await api.db
      .insert(leads)
      .values([
        lead({ name: '=HYPERLINK("http://evil")', message: 'Two\nlines, "quoted"' }),
        lead({ name: 'Zoë', phone: '0835550147' }),
        lead({ name: '漢字', phone: '12 34' }),
        lead({ name: 'Other group', source: 'Course Purchase Inquiry', message: null }),
      ]);
    const response = await admin.asMentor('GET', '/api/leads/export?group=contact');
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="leads-/);
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const text = new TextDecoder().decode(bytes);
    expect(text).toContain(`"'=HYPERLINK(""http://evil"")"`);
    expect(text).toContain('"(+27) 82 555 1234"');
    expect(text).toContain('"Zoë";"zanele@example.com";"(+27) 83 555 0147";');
    expect(text).toContain('"漢字";"zanele@example.com";"\'12 34";');
    expect(text).toContain('"Two\nlines, ""quoted"""');
    expect(text).not.toContain('Other group');
  });
});

describe('bookings', () => {
  it('bookings are listed by date, latest first, and within a range', async () => {
    const at = (day: number) => new Date(`2026-11-${day}T20:00:00Z`);
    await api.db
      .insert(bookings)
      .values([24, 26, 25].map((day) => booking({ name: `On ${day}`, startsAt: at(day) })));
    const names = async (path: string) =>
      (await read(path)).items.map(({ name }: { name: string }) => name);
    expect(await names('/api/bookings')).toEqual(['On 26', 'On 25', 'On 24']);
    const span = `from=${at(24).toISOString()}&to=${at(26).toISOString()}`;
    expect(await names(`/api/bookings?${span}`)).toEqual(['On 25', 'On 24']);
    const csv = await (await admin.asMentor('GET', `/api/bookings/export?${span}`)).text();
    expect(csv.trimEnd().split('\r\n')).toHaveLength(3);
    expect((await admin.asMentor('GET', '/api/bookings?from=yesterday')).status).toBe(422);
  });
});

describe('content', () => {
  const records = {
    events: { title: 'Gold at the open', date: '2031-05-04', time: '18:30', location: 'Online' },
    courses: { title: 'First course', price: 'R1500', features: ['Videos', ' ', 'PDFs'] },
    blog_posts: { title: 'On time', date: '2026-11-21', content: 'One.\n\nTwo.' },
  };
  it.each(Object.entries(records))(
    '%s are added once, changed and deleted',
    async (table, record) => {
      const id = randomUUID();
      const path = `/api/${table}`;
      for (let times = 0; times < 2; times += 1) {
        const response = await admin.asMentor('POST', path, { id, ...record });
        expect([response.status, await response.json()]).toEqual([201, { id }]);
      }
      const other = await admin.asMentor('POST', path, { id, ...record, title: 'Other' });
      expect(other.status).toBe(409);
      const page = await (await admin.asStranger('GET', path)).json();
      expect(page.items).toMatchObject([{ id, title: record.title }]);

      expect((await admin.asMentor('PATCH', `${path}/${id}`, { title: 'New' })).status).toBe(204);
      const [before] = page.items;
      const after = await (await admin.asStranger('GET', `${path}/${id}`)).json();
      expect(after).toEqual({ ...before, title: 'New', version: 2 });
      expect((await admin.asMentor('PATCH', `${path}/${id}`, { title: '' })).status).toBe(422);

      expect((await admin.asMentor('DELETE', `${path}/${id}`)).status).toBe(204);
      for (const method of ['GET', 'DELETE', 'PATCH']) {
        const body = method === 'PATCH' ? { title: 'New' } : undefined;
        expect((await admin.asMentor(method, `${path}/${id}`, body)).status).toBe(404);
      }
    },
  );

  it('content is validated by the schema', async () => {
    const post = (table: string, body: object) =>
      admin.asMentor('POST', `/api/${table}`, { id: randomUUID(), ...body });
    expect((await post('events', { title: 'No date' })).status).toBe(422);
    expect((await post('courses', { title: 'No price' })).status).toBe(422);
    const elsewhere = { ...records.blog_posts, image: 'https://example.com/a.png' };
    const refused = await post('blog_posts', elsewhere);
    expect(await refused.json()).toMatchObject({
      errors: [{ field: 'image', message: 'Invalid image URL.' }],
    });
    // The error response stays short.
    for (const features of [Array(80_000).fill(1), Array(200).fill(1)]) {
      const answer = await post('courses', { ...records.courses, features });
      expect(answer.status).toBe(422);
      expect((await answer.text()).length).toBeLessThan(4_000);
    }
    await post('courses', records.courses);
    const [course] = (await read('/api/courses')).items;
    expect(course.features).toEqual(['Videos', 'PDFs']);
  });
});

describe('today', () => {
  const minutes = (count: number) => count * 60_000;
  /** The start of an hour, so that rows of one test do not overlap. */
  const hour = Math.floor(Date.now() / minutes(60)) * minutes(60);
  const at = (hours: number) => new Date(hour + minutes(60) * hours);

  it("lists today's and tomorrow's sessions with the client's number", async () => {
    await api.db
      .insert(bookings)
      .values([
        booking({ name: 'Week', startsAt: at(7 * 24) }),
        booking({ name: 'Soon', startsAt: at(0), joinDetails: 'https://meet.example/1' }),
        booking({ name: 'Cancelled', startsAt: at(1), cancelledAt: at(0) }),
      ]);
    await api.db
      .insert(leads)
      .values([
        lead({ email: 'THABO@example.com', phone: '082 555 1234', createdAt: at(-2) }),
        lead({ email: 'thabo@example.com', phone: '083 555 1234', createdAt: at(-1) }),
      ]);
    const { sessions } = await read('/api/today');
    expect(sessions).toMatchObject([
      { name: 'Soon', phone: '083 555 1234', joining: 'https://meet.example/1' },
    ]);
  });

  it('shows the next session if there is none today or tomorrow', async () => {
    await api.db
      .insert(bookings)
      .values([
        booking({ name: 'Month', startsAt: at(30 * 24) }),
        booking({ name: 'Week', startsAt: at(7 * 24) }),
        booking({ name: 'Past', startsAt: at(-7 * 24) }),
      ]);
    expect((await read('/api/today')).sessions).toMatchObject([{ name: 'Week' }]);
  });
});

describe('the search', () => {
  const search = async (text: string) => {
    const response = await admin.asMentor('POST', '/api/search', { text });
    expect(response.status).toBe(200);
    return response.json();
  };
  const titles = (hits: { title: string }[]) => hits.map(({ title }) => title);

  beforeEach(async () => {
    await api.db
      .insert(leads)
      .values([
        lead(),
        lead({ name: 'Ann Archer', email: 'ann@example.com', phone: null }),
        lead({ name: 'Zanele Gone', deletedAt: new Date() }),
      ]);
    await api.db
      .insert(bookings)
      .values([
        booking({ name: 'Z. Dube', email: 'Zanele@example.com' }),
        booking({ startsAt: new Date('2026-11-24T20:00:00Z') }),
      ]);
    await api.db.insert(events).values({ title: 'Gold with Zanele', date: '2026-11-30' });
  });

  it('finds people, leads, bookings and content by words, and each person once', async () => {
    const found = await search('zanele');
    expect(titles(found.people)).toEqual(['Zanele Dube']);
    expect(titles(found.leads)).toEqual(['Zanele Dube']);
    expect(titles(found.bookings)).toEqual(['Z. Dube']);
    expect(titles(found.events)).toEqual(['Gold with Zanele']);
    expect(found.courses).toEqual([]);
    expect(titles((await search('ANN example')).people)).toEqual(['Ann Archer']);
  });

  it.each(['082 555 1234', '+27 (0)82-555-1234', '0027825551234', '082 555'])(
    'finds the number %s in any format',
    async (number) => {
      const found = await search(number);
      expect(titles(found.people)).toEqual(['Zanele Dube']);
      expect(titles(found.leads)).toEqual(['Zanele Dube']);
      expect(found.events).toEqual([]);
    },
  );

  it("the search finds a caller's bookings by the number in their inquiry", async () => {
    expect(titles((await search('082 555 1234')).bookings)).toEqual(['Z. Dube']);
  });

  it('the search finds customers, and lessons with their course', async () => {
    const { addCustomer, addCourse, addSection, addLesson } = withLibrary(api);
    await addCustomer({ name: 'Zoë 𝗧. O’Neill', email: 'zoe@example.com' });
    const course = await addCourse('Levels of gold');
    const { id } = await addLesson((await addSection(course.id)).id, {
      title: 'Zoë’s first level',
    });
    const found = await search('zoë');
    expect(titles(found.people)).toEqual(['Zoë 𝗧. O’Neill']);
    expect(found.lessons).toMatchObject([{ id, detail: 'Levels of gold', course_id: course.id }]);
    expect(found.courses).toEqual([]);
  });

  it('treats wildcards as text and refuses a single character', async () => {
    expect((await search('%%')).leads).toEqual([]);
    expect((await admin.asMentor('POST', '/api/search', { text: ' a ' })).status).toBe(422);
  });
});

describe('undelivered mail', () => {
  async function giveUpNotice() {
    const body = contactBody({ name: 'Ann Archer' });
    await api.db.insert(leads).values(lead({ id: body.id, name: body.name }));
    const key = `lead:${body.id}:abc:notice`;
    await api.db
      .insert(mailDeliveries)
      .values({ key, recipient: 'mentor@timevsprice.test', subject: 'Notice: Ann Archer' });
    await api.services.jobHandlers.giveUpMail({ kind: 'lead-notice', leadId: body.id, mail: key });
    return { body, key };
  }

  it('resends an undelivered mail once', async () => {
    const { body, key } = await giveUpNotice();
    expect(await read('/api/failed_mails')).toMatchObject([{ key, is_resendable: true }]);
    const resend = () =>
      admin.asMentor('POST', `/api/failed_mails/${encodeURIComponent(key)}/resend`);
    expect((await resend()).status).toBe(204);
    expect((await resend()).status).toBe(404);
    expect(await read('/api/failed_mails')).toEqual([]);
    const readOwn = async () => {
      const mails: { name: string }[] = await read('/api/captured_mails');
      return mails.filter(({ name }) => name.includes(body.id));
    };
    await expect
      .poll(readOwn)
      .toMatchObject([
        { subject: expect.stringContaining('Contact Form Submission: Ann Archer, ') },
      ]);
  });

  it('undelivered mail dismisses an undelivered mail', async () => {
    const { body, key } = await giveUpNotice();
    const path = `/api/failed_mails/${encodeURIComponent(key)}`;
    expect((await admin.asMentor('DELETE', path)).status).toBe(204);
    expect(await read('/api/failed_mails')).toEqual([]);
    expect((await admin.asMentor('DELETE', path)).status).toBe(404);
    expect((await admin.asMentor('POST', `${path}/resend`)).status).toBe(404);
    // Restoring its lead does not send it either.
    await admin.asMentor('DELETE', `/api/leads/${body.id}`);
    await admin.asMentor('POST', '/api/trash/leads/restorations', { ids: [body.id] });
    expect(await findDelivery(api.db, key)).toMatchObject({ status: 'cancelled' });
  });
});
