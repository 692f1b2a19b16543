import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { openingMorning } from '#tests/support/booking-bodies.ts';
import { openTestSite } from '#tests/support/site.ts';

const site = await openTestSite({ now: openingMorning });
const { api, admin, clock, takeMails } = site;

const courseId = randomUUID();
const silverId = randomUUID();
const email = 'Zoe.ONeill@example.com';

const rowsOf = async (text: string, values: unknown[] = []) =>
  (await api.pool.query(text, values)).rows;

beforeEach(() =>
  rowsOf(
    `insert into courses (id, title, price, access_days, slug)
     values ($1, 'Gold “Mastery” course', 'R450.01', 90, 'mastery'), ($2, 'Silver', 'R1', null, 'silver')`,
    [courseId, silverId],
  ),
);

const header = 'Name;Email;Phone;Course;Date';
const lines = [
  `"Zoë 𝗧. O’Neill";${email};;gold "mastery" Course;2029/11/05`,
  `Zoë;${email.toLowerCase()};;Silver;`,
  'Thabo Mbeki;;082 555 1234;mastery;',
];

/** Sends a file as the admin does. */
async function send(path: string, sent: string | string[] = lines) {
  const body = typeof sent === 'string' ? sent : [header, ...sent].join('\r\n');
  const response = await api.app.request(`/api/customers/import${path}`, {
    method: 'POST',
    body,
    headers: { Cookie: admin.cookie, 'Content-Type': 'application/octet-stream' },
  });
  return { status: response.status, body: await response.json() };
}

const importWith = (mails: string, sent?: string | string[]) => send(`?mails=${mails}`, sent);

const nothing = { customers: 0, accesses: 0, mails: 0, ended: [], faulty: [] };

describe('importing old customers', () => {
  it('adds what the preview says, with its source and its days, and mails nothing unless asked', async () => {
    const preview = await send('/preview');
    expect(preview).toMatchObject({
      status: 200,
      body: { customers: 2, accesses: 3, mails: 1, ended: [], imported_before: 0, faulty: [] },
    });
    expect(await rowsOf('select from customers')).toEqual([]);
    expect(await importWith('none')).toEqual(preview);
    const added = await rowsOf(
      `select name, email, phone, source, title, starts_at, ends_at from entitlements
       join customers on customers.id = customer_id join courses on courses.id = course_id
       order by name, title`,
    );
    const zoe = { name: 'Zoë 𝗧. O’Neill', email, phone: null, source: 'import' };
    const starts_at = new Date('2029-11-04T22:00:00Z');
    expect(added).toEqual([
      {
        name: 'Thabo Mbeki',
        email: null,
        phone: '+27825551234',
        source: 'import',
        title: 'Gold “Mastery” course',
        starts_at: openingMorning,
        ends_at: new Date(+openingMorning + 90 * 86_400_000),
      },
      {
        ...zoe,
        title: 'Gold “Mastery” course',
        starts_at,
        ends_at: new Date(+starts_at + 90 * 86_400_000),
      },
      { ...zoe, title: 'Silver', starts_at: openingMorning, ends_at: null },
    ]);
    expect((await takeMails()).all).toEqual([]);
  });

  it('adds nothing a second time, also at the same time and after a change', async () => {
    await Promise.all([1, 2, 3].map(() => importWith('none')));
    expect(await rowsOf('select from entitlements')).toHaveLength(3);
    expect(await rowsOf('select from customers')).toHaveLength(2);
    await rowsOf(`update entitlements set revoked_at = now(), revoked_reason = 'A mistake'`);
    await rowsOf(`update customers set email = 'other@example.com' where email is not null`);
    const again = await importWith('each', [...lines].reverse());
    expect(again.body).toEqual({ ...nothing, imported_before: 3 });
    expect(await rowsOf('select from entitlements')).toHaveLength(3);
    expect((await takeMails()).all).toEqual([]);
  });

  it('leaves out faulty lines, and says why by line', async () => {
    await admin.call('POST', '/api/customers/access', {
      id: randomUUID(),
      course_id: silverId,
      to: { name: 'Zoë', email, phone: null },
    });
    await rowsOf(`insert into courses (title, price) values ('Twin', 'R1'), ('twin!', 'R1')`);
    const { body } = await importWith('none', [
      ...lines,
      'Ann;ann@example.com;;Platinum;',
      'Ann;ann@example.com;;Twin;',
      'Ann;ann@;;Silver;',
    ]);
    expect(body).toMatchObject({ customers: 1, accesses: 2 });
    expect(body.faulty.map((one: { line_number: number }) => one.line_number)).toEqual([
      3, 5, 6, 7,
    ]);
    expect(body.faulty.flatMap((one: { reasons: string[] }) => one.reasons)).toEqual([
      'They already have access to this course.',
      '“Platinum” is no course. Correct the title, or add the course first.',
      'Several courses have this title. Write the short address of the course instead.',
      'A valid email is required.',
    ]);
    expect(await rowsOf(`select from entitlements where source = 'import'`)).toHaveLength(2);
  });

  it('says which access has ended, and mails nothing about it', async () => {
    const { body } = await importWith('each', [`Zoë;${email};;mastery;05/03/2024`]);
    const ended = { line_number: 2, name: 'Zoë', title: 'Gold “Mastery” course' };
    expect(body).toMatchObject({
      accesses: 1,
      mails: 0,
      ended: [{ ...ended, ended_on: '2024-06-02' }],
    });
    expect((await takeMails()).all).toEqual([]);
  });

  it('mails each customer once, with all courses and the link, a few a minute', async () => {
    const bo = 'bo@example.com';
    await importWith('each', [...lines, `Bo;${bo};;Silver;`]);
    const { rows } = await api.pool.query(
      `select start_after from pgboss.job where data ->> 'kind' = 'access-mail' order by start_after`,
    );
    expect(rows.map(({ start_after }) => +start_after - +openingMorning)).toEqual([0, 3_000]);
    await api.pool.query(
      `update pgboss.job set start_after = now() where data ->> 'kind' = 'access-mail'`,
    );
    const mails = await takeMails();
    expect(mails.all).toHaveLength(2);
    const { mail } = mails.only(email);
    expect(mail.subject).toBe('The private link to your courses');
    expect(mail.text).toContain('Gold “Mastery” course, until 2 February 2030\nSilver');
    expect(mail.text).toMatch(/\/library\/[\w-]{40,}/);
    expect(mails.only(bo).mail.text).toContain('Course: Silver\nUntil: No end');
  });

  it('refuses a file that is too large or no list, and a choice that is missing', async () => {
    expect((await send('/preview', 'x'.repeat(1_048_577))).status).toBe(413);
    expect(await send('/preview', 'PK')).toMatchObject({
      status: 422,
      body: { code: 'unreadable-customers', detail: expect.stringMatching(/^This is a workbook/) },
    });
    for (const query of ['', '?mails=all']) expect((await send(query)).status).toBe(422);
    expect(await rowsOf('select from customers')).toEqual([]);
  });

  it('is found, exported and erased like other customers', async () => {
    await importWith('none');
    clock.now = new Date(+openingMorning + 265);
    const found = await admin.call('POST', '/api/customers/list', { search: 'o’neill' });
    expect(found.body.items).toMatchObject([{ email, access: [{ source: 'import' }, {}] }]);
    const person = { text: '082 555 1234', with: [] };
    const exported = await admin.asMentor('POST', '/api/people/export', person);
    expect(await exported.text()).toMatch(/Thabo Mbeki.*import/s);
    const { stamp } = (await admin.call('POST', '/api/people/search', person)).body;
    await admin.call('POST', '/api/people/erasure', { ...person, stamp });
    expect(await rowsOf('select email from customers')).toEqual([{ email }]);
  });
});
