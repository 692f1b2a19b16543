import { describe, expect, it } from 'vitest';
import { fillMailWords, mailWords } from '#features/settings/rules/mail-words.ts';
import { offersSettings } from '#features/settings/rules/offers.ts';
import { readStored } from '#features/settings/rules/read-stored.ts';
import { settingsSchemas, settingsSections } from '#features/settings/rules/sections.ts';
import { credentialsRefused } from '#rules/url.ts';
import { defaults } from './defaults.ts';

const { site, offers, booking, pictures, texts } = defaults;
const [call] = offers.mentorshipOptions;

it.each(settingsSections)('accepts its own default of %s', (section) => {
  expect(settingsSchemas[section].parse(defaults[section])).toEqual(defaults[section]);
});

/** Returns the invalid fields of a value, by dotted path. */
const faultsOf = (section: keyof typeof settingsSchemas, value: unknown) =>
  Object.fromEntries(
    settingsSchemas[section]
      .safeParse(value)
      .error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [],
  );

describe('settings reject', () => {
  it.each([
    [{ phone: '082 000 0000' }, 'phone', /international format/],
    [{ email: 'mentor' }, 'email', /email address/],
    [{ name: ' ' }, 'name', /Fill this in/],
    [{ description: 'x'.repeat(201) }, 'description', /fewer than 200/],
    [
      { socialLinks: [{ network: 'A', href: 'http://a.example' }] },
      'socialLinks.0.href',
      /https:\/\//,
    ],
  ])('settings of the site reject %j', (change, field, message) => {
    const faults = faultsOf('site', { ...site, ...change });
    expect(Object.keys(faults)).toEqual([field]);
    expect(faults[field]).toMatch(message);
  });

  it.each([
    'https://me:secret@a.example',
    'https://bank.example@a.example',
    'https://:x@a.example',
  ])('a link with a user name or password: %s', (href) => {
    const faults = faultsOf('site', { ...site, socialLinks: [{ network: 'A', href }] });
    expect(faults).toEqual({ 'socialLinks.0.href': credentialsRefused });
  });

  const [course, ...others] = offers.plans;

  it.each([
    [{ plans: others }, 'plans'],
    [{ plans: [{ ...course, title: '' }, ...others] }, 'plans.0.title'],
    [{ plans: [{ ...course, priceCents: null }, ...others] }, 'plans.0.priceCents'],
    [{ plans: [{ ...course, leadsTo: 'nowhere' }, ...others] }, 'plans.0.leadsTo'],
    [{ plans: [{ ...course, depositPercent: 9 }, ...others] }, 'plans.0.depositPercent'],
    [
      { mentorshipOptions: [{ ...call, depositPercent: 91 }] },
      'mentorshipOptions.0.depositPercent',
    ],
    [{ sale: { kind: 'until', endsAt: '2026-12-31T23:59:00' } }, 'sale.endsAt'],
    [{ sale: { kind: 'sometimes' } }, 'sale.kind'],
    [{ sale: { kind: 'per-visitor', hours: 0.5 } }, 'sale.hours'],
    [{ mentorshipOptions: [] }, 'mentorshipOptions'],
    [{ mentorshipOptions: [{ ...call, gridMinutes: 20 }] }, 'mentorshipOptions.0.gridMinutes'],
    [{ mentorshipOptions: [{ ...call, gapMinutes: -1 }] }, 'mentorshipOptions.0.gapMinutes'],
    [{ mentorshipOptions: [{ ...call, bookableDays: 0 }] }, 'mentorshipOptions.0.bookableDays'],
  ])('settings of the offers reject %j', (change, field) => {
    expect(Object.keys(faultsOf('offers', { ...offers, ...change }))).toEqual([field]);
  });

  it('keep the usual deposit where an offer names none', () => {
    const { depositPercent: _, ...older } = call ?? {};
    const { mentorshipOptions } = offersSettings.parse({ ...offers, mentorshipOptions: [older] });
    expect(mentorshipOptions).toMatchObject([{ depositPercent: 30 }]);
  });

  it('read an empty field of a session type as the rule of all sessions', () => {
    const sent = { ...call, leastNoticeHours: undefined, bookableDays: 30 };
    const [option] = offersSettings.parse({
      ...offers,
      mentorshipOptions: [sent],
    }).mentorshipOptions;
    expect(option).toMatchObject({ leastNoticeHours: null, bookableDays: 30 });
  });

  it.each([
    [{ timeZone: 'Africa/Joburg' }, 'timeZone'],
    [{ openingHours: { ...booking.openingHours, 1: [24] } }, 'openingHours.1.0'],
    [{ reminderMinutes: [0] }, 'reminderMinutes.0'],
    [{ bookableDays: 0 }, 'bookableDays'],
    [{ leastNoticeHours: 1.5 }, 'leastNoticeHours'],
    [{ joining: { ...booking.joining, Zoom: 'http://zoom.example/1' } }, 'joining.Zoom'],
    [{ joining: { ...booking.joining, Zoom: 'one\ntwo' } }, 'joining.Zoom'],
    [{ joining: { ...booking.joining, Zoom: 'https://me:pw@zoom.example' } }, 'joining.Zoom'],
  ])('settings of booking reject %j', (change, field) => {
    expect(Object.keys(faultsOf('booking', { ...booking, ...change }))).toEqual([field]);
  });

  const { portrait, sharePicture } = pictures;

  it.each([
    [{ portrait: { ...portrait, src: 'https://other.example/a.png' } }, 'portrait.src'],
    [{ portrait: { ...portrait, src: '/storage/testimonials/blog/1-a.png' } }, 'portrait.src'],
    [{ portrait: { ...portrait, alt: '' } }, 'portrait.alt'],
    [
      { sharePicture: { ...sharePicture, src: '/storage/testimonials/pictures/1-a.webp' } },
      'sharePicture.src',
    ],
    [
      { brokerBanners: [{ href: 'javascript:alert(1)', image: portrait, isShown: true }] },
      'brokerBanners.0.href',
    ],
  ])('settings of the pictures reject %j', (change, field) => {
    expect(Object.keys(faultsOf('pictures', { ...pictures, ...change }))).toEqual([field]);
  });

  it.each([
    [{ home: { ...texts.home, promise: 'one\ntwo' } }, 'home.promise'],
    [
      { services: { ...texts.services, inside: { ...texts.services.inside, items: [{}] } } },
      'services.inside.items.0.title',
      'services.inside.items.0.text',
    ],
  ])('settings of the texts reject %j', (change, ...fields) => {
    expect(Object.keys(faultsOf('texts', { ...texts, ...change }))).toEqual(fields);
  });

  it('settings reject a banner without a picture, and say what to do', () => {
    const image = { ...portrait, src: '' };
    const brokerBanners = [{ href: 'https://broker.example.com', image, isShown: true }];
    expect(faultsOf('pictures', { ...pictures, brokerBanners })).toEqual({
      'brokerBanners.0.image.src': 'Choose a picture to upload.',
    });
  });

  it.each(['Hello {nam}', 'Hello {}', 'Hello {name', 'Hello name}', '{name} {{session}}'])(
    'settings of the texts of emails reject %s',
    (introduction) => {
      const { confirmation } = texts.mails;
      const mails = { ...texts.mails, confirmation: { ...confirmation, introduction } };
      const faults = faultsOf('texts', { ...texts, mails });
      expect(Object.keys(faults)).toEqual(['mails.confirmation.introduction']);
    },
  );
});

it('accepts form input: trims spaces, reads empty text as null, sorts hours', () => {
  const [plan, ...plans] = offers.plans;
  const read = settingsSchemas.offers.parse({
    ...offers,
    plans: [
      { ...plan, title: ' A course ', salePrice: '', saleCents: undefined, discountLabel: '' },
      ...plans,
    ],
  });
  expect(read.plans[0]).toMatchObject({
    title: 'A course',
    salePrice: null,
    saleCents: null,
    discountLabel: null,
  });
  const { openingHours } = settingsSchemas.booking.parse({
    ...booking,
    openingHours: { ...booking.openingHours, 1: [9, 8, 9] },
  });
  expect(openingHours[1]).toEqual([8, 9]);
});

it('accepts texts whose optional parts are empty', () => {
  const { success, data } = settingsSchemas.texts.safeParse({
    ...texts,
    home: { ...texts.home, promise: '', questions: { ...texts.home.questions, items: [] } },
  });
  expect(success).toBe(true);
  expect(data?.home).toMatchObject({ promise: null, questions: { items: [] } });
});

describe('a stored value', () => {
  const read = (stored: unknown) => readStored(settingsSchemas.site, stored, site);

  it('a stored value is read unchanged', () => {
    const value = { ...site, name: 'Another name' };
    expect(read(value)).toEqual({ value, problem: null });
  });

  it('a stored value of an older version gets defaults for missing fields and loses unknown ones', () => {
    const { subtitle: _, communityGroups, ...rest } = site;
    const groups = communityGroups.map(({ benefits: _list, ...group }) => group);
    const stored = { ...rest, fax: '1', name: 'Mine', communityGroups: groups };
    expect(read(stored)).toEqual({ value: { ...site, name: 'Mine' }, problem: null });
  });

  it('a stored value keeps valid fields and names the invalid one', () => {
    const { value, problem } = read({ ...site, name: 'Mine', phone: '082' });
    expect(value).toEqual({ ...site, name: 'Mine' });
    expect(problem).toMatch(/^phone: Use the international format/);
  });

  it.each([[7], ['text'], [[1]]])(
    'a stored value that is no section falls back to the default: %j',
    (stored) => {
      expect(read(stored)).toMatchObject({ value: site, problem: expect.any(String) });
    },
  );
});

describe('the texts of an email', () => {
  const facts = {
    name: 'Thandi',
    session: 'Intro Call',
    time: 'Monday',
    meeting: 'Zoom',
    site: 'Mine',
  };

  it('the texts of an email contain the facts', () => {
    expect(fillMailWords('Hello {name}: {session}, {time}, {meeting}, {site}.', facts)).toBe(
      'Hello Thandi: Intro Call, Monday, Zoom, Mine.',
    );
  });

  it('the texts of an email may have an empty closing, but not one that is too long', () => {
    const { confirmation } = texts.mails;
    const read = (closing: string) => mailWords.safeParse({ ...confirmation, closing });
    for (const nothing of ['', '  ']) expect(read(nothing).data?.closing).toBe('');
    expect(read('x'.repeat(2_001)).error?.issues[0]).toMatchObject({
      path: ['closing'],
      message: 'Use fewer than 2,000 characters.',
    });
    expect(read('See {when}').error?.issues[0]?.message).toMatch(/^\{when\} is not a placeholder/);
  });

  it('the texts of an email leave no gap for a missing name, and ignore placeholders in values', () => {
    expect(fillMailWords('Hello {name}, welcome.', { ...facts, name: '' })).toBe('Hello, welcome.');
    expect(fillMailWords('Hello {name}.', { ...facts, name: '{time} $&' })).toBe(
      'Hello {time} $&.',
    );
  });
});
