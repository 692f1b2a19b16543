import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { defaults } from '#content/defaults.ts';
import { storageUrl } from '#rules/stored-file.ts';
import { mentor } from '#tests/support/accounts.ts';
import { samplePicture } from '#tests/support/sample-files.ts';
import { openTestSite } from '#tests/support/site.ts';
import { query } from '#tests/support/site-state.ts';
import { dateStoredFile } from '#tests/support/stored-files.ts';

const { connectionString, api, admin } = await openTestSite();

const read = (section: string) => admin.read(`/api/settings/${section}`);
const save = (section: string, version: number, value: unknown) =>
  admin.asMentor('PUT', `/api/settings/${section}`, { version, value });

const named = (name: string) => ({ ...defaults.site, name });

describe('a section', () => {
  it('a section has its default until it is saved, and after null is saved', async () => {
    expect(await read('site')).toEqual({
      section: 'site',
      version: 0,
      is_default: true,
      problem: null,
      saved_at: null,
      saved_by: null,
      value: defaults.site,
      samples: expect.arrayContaining(['email', 'phone', 'socialLinks.0.href']),
    });
    const saved = await save('site', 0, named('Gold by the clock'));
    expect(saved.status).toBe(200);
    expect(await saved.json()).toMatchObject({ version: 1, value: named('Gold by the clock') });
    expect(await read('site')).toMatchObject({
      version: 1,
      is_default: false,
      saved_by: mentor.email,
      value: named('Gold by the clock'),
    });
    expect(await (await save('site', 1, null)).json()).toMatchObject({
      version: 2,
      is_default: true,
      value: defaults.site,
    });
  });

  it('a section is refused with the invalid fields, and nothing is saved', async () => {
    const [plan, ...plans] = defaults.offers.plans;
    const refused = await save('offers', 0, {
      ...defaults.offers,
      plans: [{ ...plan, title: '' }, ...plans],
    });
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({
      errors: [{ field: 'plans.0.title', message: 'Fill this in.' }],
    });
    expect((await save('site', 0, 'text')).status).toBe(422);
    expect((await read('offers')).version).toBe(0);
  });

  it('a section is not overwritten by a device that has read an older version', async () => {
    await save('site', 0, named('First'));
    const late = await save('site', 0, named('Second'));
    expect(late.status).toBe(409);
    expect(await late.json()).toMatchObject({
      code: 'edited-elsewhere',
      current: { version: 1, value: named('First'), saved_by: mentor.email },
    });
  });

  it('a section is saved once by ten identical requests, and by one of ten different ones', async () => {
    const same = await Promise.all(Array.from({ length: 10 }, () => save('site', 0, named('A'))));
    expect(same.map(({ status }) => status)).toEqual(Array(10).fill(200));
    const names = Array.from({ length: 10 }, (_, index) => named(`B${index}`));
    const others = await Promise.all(names.map((value) => save('site', 1, value)));
    expect(others.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    expect((await read('site')).version).toBe(2);
  });

  it('a section keeps its last twenty versions', async () => {
    for (let version = 0; version < 23; version += 1) {
      expect((await save('site', version, named(`Name ${version}`))).status).toBe(200);
    }
    const { items } = await read('site/versions');
    expect(items.map(({ version }: { version: number }) => version)).toEqual(
      Array.from({ length: 20 }, (_, index) => 23 - index),
    );
    expect(items[1]).toMatchObject({
      saved_by: mentor.email,
      is_default: false,
      value: named('Name 21'),
      saved_at: expect.stringMatching(/^\d{4}-/),
    });
    expect(await query(connectionString, 'select 1 from settings_versions')).toHaveLength(20);
  });
});

describe('the amounts of offers', () => {
  const { offers } = defaults;
  const [plan, ...plans] = offers.plans;
  const [call, session, ...sessions] = offers.mentorshipOptions;

  it('decide about words and badges that name others', async () => {
    const value = {
      ...offers,
      plans: [{ ...plan, priceCents: 180_001, saleCents: 45_001 }, ...plans],
      mentorshipOptions: [call, { ...session, payment: 'free', price: null }, ...sessions],
    };
    const saved = await save('offers', 0, value);
    expect(saved.status).toBe(200);
    expect((await read('offers')).value).toMatchObject({
      plans: [
        { originalPrice: 'R1\u00A0800.01', salePrice: 'R450.01', discountLabel: '74% OFF' },
        ...plans,
      ],
      mentorshipOptions: [call, { price: 'R1\u00A0000', payment: 'later' }, ...sessions],
    });
  });

  it('the amounts of offers are refused where one is missing, at its field', async () => {
    const refused = await save('offers', 0, {
      ...offers,
      plans: [{ ...plan, priceCents: null }, ...plans],
      mentorshipOptions: [call, { ...session, payment: 'confirm', priceCents: null }, ...sessions],
    });
    expect(refused.status).toBe(422);
    const { errors } = await refused.json();
    expect(errors).toEqual([
      {
        field: 'plans.0.priceCents',
        message: 'Enter this price too: clients pay it when the sale is over.',
      },
      {
        field: 'mentorshipOptions.1.priceCents',
        message: 'Enter the amount that clients pay to confirm the session.',
      },
    ]);
  });

  it('the amounts of offers of an older version come from its own words, not from the default', async () => {
    const withoutAmounts = <Item extends { priceCents: unknown }>({
      priceCents: _,
      ...item
    }: Item) => item;
    const stored = {
      ...offers,
      plans: offers.plans
        .map(withoutAmounts)
        .map(({ saleCents: _sale, isDigital: _digital, ...rest }) => rest)
        .map((rest, index) => (index === 0 ? { ...rest, originalPrice: 'R3 500' } : rest)),
      mentorshipOptions: offers.mentorshipOptions
        .map(withoutAmounts)
        .map(({ payment: _, ...rest }) => ({ ...rest, price: 'R450 or $25' })),
    };
    await query(
      connectionString,
      `insert into settings_versions (section, version, value, saved_by) values ('offers', 1, $1, 'a@b.c')`,
      [JSON.stringify(stored)],
    );
    const { value, problem } = await read('offers');
    expect(problem).toBeNull();
    expect(value.plans).toEqual([
      { ...plan, originalPrice: 'R3 500', priceCents: 350_000 },
      ...plans,
    ]);
    for (const option of value.mentorshipOptions)
      expect(option).toMatchObject({ priceCents: 45_000, payment: 'later' });
    expect((await save('offers', 1, value)).status).toBe(200);
  });
});

describe('a preview', () => {
  const preview = (value: unknown, path = '/contact', section = 'site') =>
    admin.asMentor('POST', `/api/settings/${section}/preview`, { path, value });

  it('a preview is the page with the unsaved value, and saves nothing', async () => {
    const answer = await preview(named('Typed'));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    expect((await answer.json()).html).toBe('<p>Typed, http://localhost/contact</p>');
    expect((await read('site')).version).toBe(0);
    expect(await (await api.app.request('/contact')).text()).toBe('<p>A page</p>');
  });

  it('shows the saved values of other sections', async () => {
    await save('site', 0, named('Saved'));
    const { html } = await (await preview(defaults.booking, '/', 'booking')).json();
    expect(html).toBe('<p>Saved, http://localhost/</p>');
  });

  it('a preview is an email with the unsaved texts', async () => {
    const reminder = {
      subject: 'Soon: {session}',
      heading: 'Do not forget',
      introduction: 'Hi {name}, we meet on {meeting}.',
      closing: 'Bring your charts.',
    };
    const texts = { ...defaults.texts, mails: { ...defaults.texts.mails, reminder } };
    const { subject, html } = await (await preview(texts, 'reminder', 'texts')).json();
    expect(subject).toBe('Soon: Intro Call');
    for (const text of ['Do not forget', 'Hi Thandi, we meet on Zoom.', 'Bring your charts.'])
      expect(html).toContain(text);
    expect(html).not.toContain('<style');
    expect((await read('texts')).version).toBe(0);
  });

  it.each([
    ['an invalid value', named(''), '/'],
    ['an email of another section', defaults.site, 'reminder'],
    ['a page of the admin', defaults.site, '/admin'],
  ])('a preview of %s is refused', async (_, value, path) => {
    expect((await preview(value, path)).status).toBe(422);
  });
});

it('lists every section, and which ones contain a value that breaks current rules', async () => {
  const stored = { ...defaults.site, phone: '082', fax: 'unknown' };
  await query(
    connectionString,
    `insert into settings_versions (section, version, value, saved_by) values ('site', 4, $1, 'a@b.c')`,
    [JSON.stringify(stored)],
  );
  await expect.poll(() => api.logged()).toContain('Saved settings fall back to their default');
  const { items } = await admin.read('/api/settings');
  expect(items.map(({ section }: { section: string }) => section)).toEqual(Object.keys(defaults));
  const problem = expect.stringMatching(/^phone: /);
  expect(items[0]).toMatchObject({ version: 4, saved_by: 'a@b.c', problem });
  expect(await read('site')).toMatchObject({ problem, value: defaults.site });
  // Saving the displayed value fixes it.
  expect(await (await save('site', 4, defaults.site)).json()).toMatchObject({ problem: null });
});

describe('pictures', () => {
  const put = async (file: string) => {
    const content = await samplePicture();
    await api.storage.put({ path: file, content: Readable.from([content]), size: content.length });
  };
  const withPortrait = (src: string) => ({
    ...defaults.pictures,
    portrait: { src, alt: 'Me', width: 1, height: 1 },
  });

  it('pictures are measured by the server', async () => {
    await put('pictures/1-me.png');
    const src = storageUrl('pictures/1-me.png');
    const saved = await save('pictures', 0, withPortrait(src));
    expect(saved.status).toBe(200);
    expect((await saved.json()).value.portrait).toEqual({ src, alt: 'Me', width: 64, height: 48 });
  });

  it('of products are measured too, one for each plan', async () => {
    await put('pictures/1-workbook.png');
    const src = storageUrl('pictures/1-workbook.png');
    const image = { src, alt: 'Zoë’s workbook', width: 960, height: 720 };
    const product = { plan: 'blueprint-inquiry', image };
    const saveProducts = (...productPictures: unknown[]) =>
      save('pictures', 0, { ...defaults.pictures, productPictures });
    expect((await saveProducts(product, product)).status).toBe(422);
    const saved = await (await saveProducts(product)).json();
    expect(saved.value.productPictures).toEqual([
      { plan: 'blueprint-inquiry', image: { ...image, width: 64, height: 48 } },
    ]);
  });

  it.each([
    ['has been deleted', storageUrl('pictures/1-gone.png')],
    ['is not part of the site', '/pictures/none.svg'],
  ])('pictures are refused if one %s', async (_, gone) => {
    const refused = await save('pictures', 0, withPortrait(gone));
    expect(refused.status).toBe(422);
    expect((await refused.json()).errors[0].field).toBe('portrait.src');
  });

  it('pictures are deleted when no kept version names them', async () => {
    for (const [version, file] of ['pictures/2-a.png', 'pictures/3-b.png'].entries()) {
      await put(file);
      await dateStoredFile(api, file, new Date(Date.now() - 8 * 24 * 3_600_000));
      expect((await save('pictures', version, withPortrait(storageUrl(file)))).status).toBe(200);
    }
    await api.services.uploads.sweep();
    expect(await api.storage.find('pictures/2-a.png')).toBeDefined();
    await query(connectionString, 'delete from settings_versions where version = 1');
    await api.services.uploads.sweep();
    expect(await api.storage.find('pictures/2-a.png')).toBeUndefined();
    expect(await api.storage.find('pictures/3-b.png')).toBeDefined();
  });
});
