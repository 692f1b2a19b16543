import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { defaults } from '#content/defaults.ts';
import { planCourses } from '#rules/plan-courses.ts';
import { callWith, enrolAuthenticator, mentor } from '#tests/support/accounts.ts';
import { openAdmin } from '#tests/support/admin-calls.ts';
import { offerSampleBank } from '#tests/support/sample-bank.ts';
import { openTestSite } from '#tests/support/site.ts';
import { query } from '#tests/support/site-state.ts';

offerSampleBank();
const { connectionString, api, admin, receiver, startAnother } = await openTestSite();

const read = async () => {
  const { is_dismissed, steps } = await admin.read('/api/first-steps');
  const done = steps.filter((step: { is_done: boolean }) => step.is_done);
  return { is_dismissed, done: done.map((step: { name: string }) => step.name) };
};

async function save(section: string, value: unknown, version = 0): Promise<void> {
  const saved = await admin.asMentor('PUT', `/api/settings/${section}`, { version, value });
  expect(saved.status).toBe(200);
}

const sendTestMail = async (caller = admin) => {
  const response = await caller.asMentor('POST', '/api/first-steps/test-mail');
  expect(response.status).toBe(200);
  return response.json();
};

describe('the contents of courses that can be bought', () => {
  const planCourse = planCourses['course-inquiry'];

  const readContents = async () => {
    const { steps, sold_without_contents: empty } = await admin.read('/api/first-steps');
    const step = steps.find(({ name }: { name: string }) => name === 'contents');
    return { isDone: step?.is_done, empty: empty.map(({ title }: { title: string }) => title) };
  };

  const addCourse = (id: string, title: string, cents: number | null, published = true) =>
    query(
      connectionString,
      `insert into courses (id, title, price, amount_cents, published_at)
       values ($1, $2, 'R450.01', $3, case when $4 then now() end)`,
      [id, title, cents, published],
    );

  const addLesson = (courseId: string, isPublished: boolean) =>
    query(
      connectionString,
      `with section as (insert into sections (course_id, title) values ($1, 'S') returning id)
       insert into lessons (section_id, title, published_at)
       select id, 'L', case when $2 then now() end from section`,
      [courseId, isPublished],
    );

  it('the contents of courses that can be bought are no step while none can be bought', async () => {
    await addCourse(randomUUID(), 'On request', null);
    await addCourse(randomUUID(), 'A draft', 45_001, false);
    expect(await readContents()).toEqual({ isDone: undefined, empty: [] });
  });

  it('the contents of courses that can be bought are done when each has a published lesson', async () => {
    const id = randomUUID();
    await addCourse(planCourse, 'Of a plan card', null, false);
    await addCourse(id, 'Zoë’s levels', 45_001);
    expect(await readContents()).toEqual({
      isDone: false,
      empty: ['Of a plan card', 'Zoë’s levels'],
    });
    await addLesson(planCourse, true);
    await addLesson(id, false);
    expect(await readContents()).toEqual({ isDone: false, empty: ['Zoë’s levels'] });
    await addLesson(id, true);
    expect(await readContents()).toEqual({ isDone: true, empty: [] });
  });

  it('the contents of courses that can be bought are none of a course that no plan card sells', async () => {
    await addCourse(planCourse, 'Of a plan card', null, false);
    const plans = defaults.offers.plans.map((plan) => ({ ...plan, leadsTo: 'booking' }));
    await save('offers', { ...defaults.offers, plans });
    expect(await readContents()).toEqual({ isDone: undefined, empty: [] });
  });

  it('the contents of courses that can be bought are done for a mentor who sends them, until the first lesson', async () => {
    const id = randomUUID();
    await addCourse(id, 'Zoë’s levels', 45_001);
    const confirmed = { step: 'contents' };
    await admin.asMentor('POST', '/api/first-steps/confirmations', confirmed);
    expect(await readContents()).toEqual({ isDone: true, empty: [] });
    await addLesson(id, false);
    expect(await readContents()).toEqual({ isDone: false, empty: ['Zoë’s levels'] });
  });
});

describe('a step', () => {
  it('a step is not done on a new site', async () => {
    expect(await read()).toEqual({ is_dismissed: false, done: [] });
  });

  it('a step about contact details is done when all of them are the mentor’s own', async () => {
    const own = {
      ...defaults.site,
      email: 'me@mentor.test',
      phone: '+27 82 123 4567',
      communityGroups: [],
    };
    await save('site', { ...own, socialLinks: defaults.site.socialLinks });
    expect((await read()).done).toEqual([]);
    await query(connectionString, 'delete from settings_versions');
    await save('site', { ...own, socialLinks: [] });
    expect((await read()).done).toEqual(['facts']);
  });

  it('knows that the bank details and the seller are the mentor’s own, or that there is no bank', async () => {
    const seller = { ...defaults.payments.seller, legalName: 'Me', address: '4 Long St, Paarl' };
    await save('payments', { ...defaults.payments, seller });
    expect((await read()).done).toEqual([]);
    const bank = {
      bankName: '',
      accountHolder: '',
      accountNumber: '',
      branchCode: '',
      accountType: '',
      swift: null,
    };
    await save('payments', { ...defaults.payments, seller, bank }, 1);
    expect((await read()).done).toEqual(['payments']);
  });

  it('a step is done while its section is another than the site came with', async () => {
    await save('booking', { ...defaults.booking, bookableDays: 60 });
    expect((await read()).done).toEqual(['hours']);
    await save('booking', null, 1);
    expect((await read()).done).toEqual([]);
  });

  it('a step about the package is done when its sessions are chosen, and gone without the package', async () => {
    const [call, single, full] = defaults.offers.mentorshipOptions;
    await save('offers', {
      ...defaults.offers,
      mentorshipOptions: [call, single, { ...full, sessions: 4 }],
    });
    expect((await read()).done).toEqual(['prices', 'package']);
    await save('offers', { ...defaults.offers, mentorshipOptions: [call, single] }, 1);
    const { steps } = await admin.read('/api/first-steps');
    expect(steps).not.toContainEqual(expect.objectContaining({ name: 'package' }));
  });

  it.each(['prices', 'package', 'payments', 'hours', 'backup'])(
    'a step is done when it is confirmed: %s',
    async (step) => {
      const confirmed = await admin.asMentor('POST', '/api/first-steps/confirmations', { step });
      expect(confirmed.status).toBe(204);
      expect((await read()).done).toEqual([step]);
    },
  );

  it('a step cannot be confirmed if it is done by an action', async () => {
    const refused = await admin.asMentor('POST', '/api/first-steps/confirmations', {
      step: 'mail',
    });
    expect(refused.status).toBe(422);
  });

  it('a step about privacy is done when no placeholder is left in the legal texts', async () => {
    const legal = { ...defaults.legal, terms: 'The law of South Africa applies.' };
    await save('legal', { ...legal, privacy: 'I am [your full name].' });
    expect((await read()).done).toEqual([]);
    await save('legal', { ...legal, privacy: '' }, 1);
    expect((await read()).done).toEqual([]);
    await save('legal', { ...legal, privacy: 'Ask [me](https://mine.test).' }, 2);
    expect((await read()).done).toEqual(['privacy']);
  });

  it('a step about the portrait is done when the portrait is not the sample', async () => {
    const portrait = { ...defaults.pictures.portrait, src: '/og.png' };
    await save('pictures', { ...defaults.pictures, portrait });
    expect((await read()).done).toEqual(['portrait']);
  });
});

describe('who runs the site', () => {
  const founder = {
    ...defaults.texts.about.founder,
    name: 'Zoë 𝗧. O’Neill',
    city: 'Durban',
    record: 'Trading gold since 2016.',
  };
  const texts = (changes: Partial<typeof defaults.texts.about.founder>) => ({
    ...defaults.texts,
    about: { ...defaults.texts.about, founder: { ...founder, ...changes } },
  });
  const isNameless = async (caller = admin) => (await caller.read('/api/first-steps')).is_nameless;

  it('who runs the site is done with a name, a city and a record', async () => {
    await save('texts', texts({ city: null }));
    expect((await read()).done).toEqual([]);
    await save('texts', texts({ registration: null }), 1);
    expect((await read()).done).toEqual(['mentor']);
  });

  it('who runs the site is missing only on a public site without a name', async () => {
    const open = await openAdmin(await startAnother({ siteUrl: 'https://timevsprice.test' }));
    expect(await isNameless(open)).toBe(true);
    expect(await isNameless()).toBe(false);
    await save('texts', texts({ city: null, record: null }));
    expect(await isNameless(open)).toBe(false);
  });
});

it('hides the list on request, and shows it again', async () => {
  expect((await admin.asMentor('POST', '/api/first-steps/dismissal')).status).toBe(204);
  expect((await read()).is_dismissed).toBe(true);
  expect((await admin.asMentor('DELETE', '/api/first-steps/dismissal')).status).toBe(204);
  expect((await read()).is_dismissed).toBe(false);
});

describe('a test mail', () => {
  it('a test mail is sent to the signed-in account, and reports the mail server’s answer', async () => {
    expect(await sendTestMail()).toEqual({
      is_accepted: true,
      recipient: mentor.email,
      answer: expect.stringMatching(/^The mail server answered: 250 /),
    });
    expect(receiver.received).toContainEqual(
      expect.objectContaining({
        envelope: expect.objectContaining({ to: [mentor.email] }),
        mail: expect.objectContaining({ subject: 'Test email from Time vs Price' }),
      }),
    );
    expect((await read()).done).toEqual(['mail']);
  });

  it('a test mail that is refused reports the mail server’s answer, and the step is not done', async () => {
    receiver.behave('refuse');
    expect(await sendTestMail()).toMatchObject({
      is_accepted: false,
      answer: 'The mail server answered: 451 Try again later',
    });
    expect((await read()).done).toEqual([]);
  });

  it('reports that the mail server’s address does not respond', async () => {
    const away = await startAnother({ smtpUrl: 'smtp://127.0.0.1:9' });
    expect(await sendTestMail(await openAdmin(away))).toMatchObject({
      is_accepted: false,
      answer: expect.stringMatching(/^The mail server could not be reached \(.*ECONNREFUSED/),
    });
  });

  it('a test mail is captured and reported as such when no mail server is set up', async () => {
    const alone = await startAnother({ smtpUrl: undefined });
    const calls = await openAdmin(alone);
    expect(await sendTestMail(calls)).toMatchObject({
      is_accepted: false,
      answer: expect.stringContaining('Email is not set up yet'),
    });
    const kept = await (await calls.asMentor('GET', '/api/captured_mails')).json();
    const subject = 'Test email from Time vs Price';
    expect(kept).toContainEqual(expect.objectContaining({ subject, to: mentor.email }));
  });
});

it('includes the second factor of the signed-in account', async () => {
  const { cookie } = await enrolAuthenticator(api);
  const response = await callWith(api, cookie)('GET', '/api/first-steps');
  expect((await response.json()).steps).toContainEqual({ name: 'second-factor', is_done: true });
});
