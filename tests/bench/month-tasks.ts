import { showCode } from '#tests/support/authenticator.ts';
import { patience } from '#tests/support/patience.ts';
import { samplePdf, samplePicture, sampleVideo } from '#tests/support/sample-files.ts';
import { mentor, untilAlive } from './month-site.ts';
import type { Thumb } from './thumb.ts';

/** The day this many days from now, in the format of a date field. */
const dayAhead = (days: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Africa/Johannesburg' }).format(
    Date.now() + days * 86_400_000,
  );

/** Saves a section of the settings. */
async function save({ tap, sees }: Thumb): Promise<void> {
  await tap('Save');
  await sees('Settings saved');
}

/** Opens a section of the settings from the bar at the bottom. */
async function openSettings({ more, tap, page }: Thumb, section: RegExp): Promise<void> {
  await more('Settings');
  await tap(page.locator('[data-content]').getByRole('link', { name: section }).last());
  await page.getByRole('button', { name: 'Save', exact: true }).waitFor();
}

/** Opens the form of a content type from the bar at the bottom. */
async function openContent({ go, tap, page }: Thumb, tab: string, add?: string): Promise<void> {
  await go('Content');
  if (tab !== 'Events') {
    await tap(page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: tab }));
  }
  if (add) await tap(add);
}

/** The tasks of a month, each starting from the bar at the bottom of the screen. */
export const tasks: Record<string, (thumb: Thumb) => Promise<void>> = {
  'Sign in and land on Today': async ({ page, type, tap, sees }) => {
    await page.goto('/login');
    await untilAlive(page);
    await type('Email', mentor.email);
    await type(page.getByLabel('Password', { exact: true }), mentor.password);
    await tap(page.locator('main button[type=submit]').first());
    await page.waitForURL('**/admin/today');
    await sees('Thandi');
  },
  'Answer a lead by WhatsApp': async ({ page, tap, go, misses }) => {
    await go('Today');
    const lead = page.getByRole('article').filter({ hasText: 'lead' }).first();
    const name = (await lead.getByRole('heading').innerText()).split('\n')[0] ?? '';
    await tap(lead.getByRole('link', { name: /WhatsApp/ }));
    await misses(page.getByRole('article').filter({ hasText: name }));
  },
  'Mark a lead as answered': async ({ tap, go, card, misses }) => {
    await go('Today');
    await tap(card('Lead 2').getByRole('button', { name: /Mark answered/ }));
    await misses(card('Lead 2 '));
  },
  'Answer a lead by quick reply': async ({ page, tap, go, card }) => {
    await go('Leads');
    await tap(card('lead4@').getByRole('button', { name: /Quick reply/ }));
    await tap(
      page
        .getByRole('dialog')
        .getByRole('link', { name: /^WhatsApp/ })
        .first(),
    );
    await tap('Mark as answered');
    await card('lead4@')
      .locator('option:checked', { hasText: 'Answered' })
      .waitFor({ state: 'attached' });
  },
  'Filter and search leads': async ({ page, tap, go, type, card, misses }) => {
    await go('Leads');
    await tap(page.getByRole('link', { name: /^Contact/ }));
    await type('Search leads', '2782555 0005');
    await card('lead5@').waitFor();
    await misses(card('lead8@'));
  },
  'Delete several leads and undo': async ({ page, tap, go, card, misses }) => {
    await go('Leads');
    await tap(page.getByLabel('Select Lead 10'));
    await tap(page.getByLabel('Select Lead 11'));
    const bar = page.getByRole('region', { name: 'Selected leads' });
    await tap(bar.getByRole('button', { name: /^Delete/ }));
    await tap(page.getByRole('dialog').getByRole('button', { name: /^Delete/ }));
    await misses(card('lead10@'));
    await misses(bar);
    await tap('Undo');
    await card('lead10@').waitFor();
  },
  'Write a note about a lead': async ({ page, tap, go, type, sees, card }) => {
    await go('Leads');
    await tap(card('lead6@').getByRole('button', { name: /Add note/ }));
    await type(page.getByRole('textbox', { name: /note/i }), 'Call on Friday.');
    await tap(page.getByRole('button', { name: /^Save/ }));
    await sees('Call on Friday.');
  },
  'See today’s session and its join link': async ({ page, go }) => {
    await go('Today');
    const join = page.getByRole('link', { name: /^Join/ });
    await join.waitFor();
    const { y = 999 } = (await join.boundingBox()) ?? {};
    if (y > 844 - 56) throw new Error(`the join link is at ${y} px`);
  },
  'Add a booking with a phone only': async ({ page, tap, go, type, choose, sees, card }) => {
    await go('Bookings');
    await tap('Add a booking');
    await type('Name', 'Zanele');
    await type('Phone', '082 555 7777');
    await choose('Session', { index: 1 });
    await choose('Meeting', 'WhatsApp Video Call');
    await tap(page.getByRole('button', { name: /^Date/ }));
    await tap(page.locator('[data-day]:not([data-disabled]) button').first());
    await choose(page.getByLabel('Time', { exact: true }), { index: 1 });
    await tap('Add Booking');
    await sees('Booking added successfully');
    await card('Zanele')
      .getByText('+27 82 555 7777')
      .or(card('Zanele').getByText('+27825557777'))
      .waitFor();
  },
  'Move a session and see the night warning': async ({ page, tap, go, type, sees }) => {
    await go('Bookings');
    await tap('More for Haruki');
    await tap(page.getByRole('link', { name: 'Move', exact: true }));
    await tap('Pick a different time');
    await type('Date and time', `${dayAhead(12)}T18:00`);
    await sees(/between 22:00 and 07:00 for the client/);
    await type('Date and time', `${dayAhead(12)}T10:00`);
    await tap('Move Session');
    await sees('Booking moved successfully');
    await tap(page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }));
  },
  'Cancel a session with a message': async ({ page, tap, go, type, sees }) => {
    await go('Bookings');
    await tap('More for Naledi');
    await tap(page.getByRole('link', { name: 'Cancel session' }));
    await type(page.getByLabel(/^Message to/), 'I have lost my voice.');
    await tap('Cancel Session');
    await sees('Session cancelled successfully');
    await tap(page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }));
  },
  'Mark sessions as done and paid, and as missed': async ({ page, tap, go, type, sees, card }) => {
    await go('Bookings');
    await tap('Past');
    await tap('More for Lebo');
    await tap(page.getByRole('button', { name: 'Mark as missed' }));
    await card('Lebo').getByText('Missed', { exact: true }).waitFor();
    await tap('More for Sipho');
    await tap(page.getByRole('button', { name: 'Mark as done' }));
    await card('Sipho').getByText('Done', { exact: true }).waitFor();
    await tap('More for Sipho');
    await tap(page.getByRole('link', { name: 'Mark as paid' }));
    await type('Reference', 'EFT 4711');
    await tap('Mark as Paid');
    await sees('EFT 4711');
    await tap(page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }));
  },
  'Search a person from the bar': async ({ page, tap, type, sees }) => {
    await tap('Search');
    await type(page.getByRole('dialog').getByRole('searchbox'), 'thandi');
    await tap(page.getByRole('region', { name: 'People' }).getByRole('link').first());
    await page.waitForURL('**/admin/people');
    await sees('Correct name, email or phone');
  },
  'Export a person and erase them': async ({ page, tap, more, type, sees }) => {
    await more('People');
    await type('Find a person', 'lead9@example.com');
    await tap('Find');
    const download = page.waitForEvent('download');
    await tap('Export');
    await download;
    await tap('Erase');
    await tap('Erase permanently');
    await sees(/erased/i);
  },
  'Answer a data request': async ({ page, tap, go, unfold, misses }) => {
    await go('Today');
    await unfold('A data request');
    await tap(page.getByRole('button', { name: /^Mark as answered/ }));
    await misses(page.getByRole('region', { name: 'Data requests' }));
  },
  'Add time off, edit it, delete it': async ({ page, tap, go, type, sees, card, misses }) => {
    await go('Bookings');
    await tap('Calendar');
    await tap('Add time off');
    await type(page.getByLabel('From'), dayAhead(30));
    await tap('Save');
    await sees('Time off saved');
    await tap(card('Time off').getByRole('button', { name: /^Edit/ }));
    await type('Note', 'Holiday');
    await tap('Save');
    await sees('Holiday');
    await tap(card('Holiday').getByRole('button', { name: /^Delete/ }));
    await tap(page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }));
    await misses(card('Holiday'));
  },
  'Add extra hours': async ({ page, tap, go, type, choose, sees }) => {
    await go('Bookings');
    await tap('Calendar');
    await tap('Add extra hours');
    await type('Date', dayAhead(20));
    await choose(page.getByLabel('From', { exact: true }), { index: 13 });
    await choose(page.getByLabel('To', { exact: true }), { index: 15 });
    await sees(/None of these hours are open yet|Already open/);
    await tap('Save');
    await sees('Extra hours saved');
  },
  'Connect a calendar: a wrong address says so': async ({ page, tap, go, type, sees }) => {
    await go('Bookings');
    await tap('Calendar');
    const form = page.getByRole('region', { name: 'Connect a calendar' });
    await type(form.getByLabel('Name'), 'Family');
    await type(form.getByLabel('Secret address'), 'https://localhost/family.ics');
    await tap('Connect calendar');
    await form.locator('[id$=-error]').first().waitFor();
    await sees(/address|reach|network|calendar/);
    if ((await form.getByLabel('Secret address').inputValue()) === '') throw new Error('lost');
    await tap(form.getByRole('button', { name: 'Discard' }));
    await tap(page.getByRole('dialog').getByRole('button', { name: 'Discard' }));
  },
  'Add the bookings to a calendar app': async ({ page, tap, go }) => {
    await go('Bookings');
    await tap('Calendar');
    await tap(page.getByRole('link', { name: /^Google/ }));
  },
  'Add an event, repeat it, edit it': async (thumb) => {
    const { tap, type, sees, card } = thumb;
    await openContent(thumb, 'Events', 'Add event');
    await type('Title', 'Gold at the open');
    await type('Date', dayAhead(9));
    await type('Time', '18:30');
    await tap('Add Event');
    await sees('Event added successfully');
    await tap(card('Gold at the open').getByRole('link', { name: /^Repeat/ }));
    await tap('Add Event');
    await sees(/Event added successfully/);
    await tap(card('Gold at the open').getByRole('link', { name: /^Edit/ }));
    await type('Location', 'Online');
    await tap('Update Event');
    await sees('Event updated successfully');
  },
  'Write a post with a picture, a heading and a link, for later': async (thumb) => {
    const { page, tap, type, choose, upload, sees } = thumb;
    await openContent(thumb, 'Blog', 'Add post');
    await type('Title', 'Where gold turns');
    await upload(
      page.getByLabel('Image', { exact: true }),
      'chart.png',
      'image/png',
      await samplePicture(),
    );
    await type(page.getByRole('textbox', { name: /^Content/ }), 'The plan');
    await tap('Heading');
    await page.getByRole('textbox', { name: /^Content/ }).press('End');
    await page.keyboard.type('\n\nSee ');
    await tap('Link');
    await page.keyboard.type('https://example.com');
    await choose('Publish', 'later');
    await tap('Add Post');
    await sees('Post added successfully');
    await page
      .getByRole('article')
      .filter({ hasText: 'Where gold turns' })
      .getByText(/^From /)
      .waitFor();
  },
  'Add a course with features': async (thumb) => {
    const { page, tap, type, sees } = thumb;
    await openContent(thumb, 'Courses', 'Add course');
    await type('Title', 'Gold in ten evenings');
    await type('Price', 'R1500');
    const feature = page.getByLabel('Features').first();
    await type(feature, 'Videos');
    await tap('Add feature');
    await type(feature, 'A workbook');
    await tap('Add Course');
    await sees('Course added successfully');
    await sees('A workbook');
  },
  'Add a testimonial': async (thumb) => {
    const { page, tap, type, upload, sees } = thumb;
    await openContent(thumb, 'Testimonials', 'Add testimonial');
    await upload(
      page.getByLabel('Pictures', { exact: true }),
      'thanks.png',
      'image/png',
      await samplePicture(),
    );
    await type('Name', 'Thandi M.');
    await tap(page.getByRole('main').locator('form button[type=submit]').first());
    await sees(/success/);
  },
  'Upload a video': async (thumb) => {
    const { page, tap, type, upload, sees } = thumb;
    await openContent(thumb, 'Videos', 'Add video');
    await upload(
      page.getByLabel('Video', { exact: true }),
      'lesson.mp4',
      'video/mp4',
      sampleVideo(),
    );
    await type('Title', 'A lesson');
    await type('Subtitle', 'On levels');
    await tap(page.getByRole('main').locator('form button[type=submit]').first());
    await sees(/uploaded successfully/);
  },
  'Upload a PDF': async (thumb) => {
    const { page, tap, type, upload, sees } = thumb;
    await openContent(thumb, 'Freebies', 'Add freebie');
    await upload(
      page.getByLabel('PDF', { exact: true }),
      'guide.pdf',
      'application/pdf',
      samplePdf(),
    );
    await type('Title', 'A guide');
    await tap(page.getByRole('main').locator('form button[type=submit]').first());
    await sees(/uploaded successfully/);
  },
  'Put the courses in another order': async (thumb) => {
    const { page, tap, sees } = thumb;
    await openContent(thumb, 'Courses');
    await tap('Change order');
    await tap(page.getByRole('button', { name: /down/i }).first());
    await sees('Order saved');
    await tap('Done');
  },
  'Restore something from the trash': async (thumb) => {
    const { page, tap, more, card, misses } = thumb;
    await openContent(thumb, 'Freebies');
    await tap(card('A guide').getByRole('button', { name: /^Delete/ }));
    await tap(page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }));
    await misses(card('A guide'));
    await more('Trash');
    await tap(card('A guide').getByRole('button', { name: /^Restore/ }));
    await misses(card('A guide'));
  },
  'Change a price and the sale': async (thumb) => {
    const { page, type, tap, unfold } = thumb;
    await openSettings(thumb, /^Offers/);
    await unfold('Plans');
    await unfold('TP Strategy Course');
    await type(
      page.getByLabel('Price', { exact: true }).filter({ visible: true }).first(),
      'R1800',
    );
    await unfold('Sale');
    await tap(page.getByRole('radio', { name: /No sale/ }));
    await save(thumb);
  },
  'Change the opening hours': async (thumb) => {
    const { page, tap, unfold } = thumb;
    await openSettings(thumb, /^Booking/);
    await unfold('Opening hours');
    await tap(page.locator('label').filter({ has: page.getByLabel('Monday 17:00') }));
    await save(thumb);
  },
  'Let a session type start every 15 minutes': async (thumb) => {
    const { page, choose, unfold } = thumb;
    await openSettings(thumb, /^Offers/);
    await unfold('Session types');
    await unfold('Intro Call');
    await choose(page.getByLabel('Starts').filter({ visible: true }).first(), 'Every 15 minutes');
    await save(thumb);
  },
  'Change a text and see it before saving': async (thumb) => {
    const { page, type, tap, unfold } = thumb;
    await openSettings(thumb, /^Site/);
    await unfold('Your site');
    await type('Headline', 'Gold, in plain words');
    await tap('Preview');
    await page.frameLocator('iframe').getByText('Gold, in plain words').first().waitFor();
    await tap('Back to the form');
    await save(thumb);
  },
  'Change the risk notice': async (thumb) => {
    const { page, type, unfold } = thumb;
    await openSettings(thumb, /^Privacy and terms/);
    await unfold('Risk notice');
    await type(
      page.getByRole('textbox', { name: 'Risk notice' }),
      'You can lose money. I teach; I do not advise.',
    );
    await save(thumb);
  },
  'Set up email: a wrong server says so': async ({
    page,
    more,
    tap,
    type,
    choose,
    unfold,
    sees,
  }) => {
    await more('Settings');
    await tap(
      page
        .locator('[data-content]')
        .getByRole('link', { name: /^Email/ })
        .last(),
    );
    await choose('Email service', 'Gmail');
    await type('Gmail address', 'thandi@gmail.com');
    await type('App password', 'abcd efgh ijkl mnop');
    await unfold('Server');
    await type(page.getByLabel('Server', { exact: true }), 'localhost');
    await type('Sender address', 'thandi@gmail.com');
    await type('Your password for this site', mentor.password);
    await tap('Send a test and save');
    await sees(/private network/);
    if ((await page.getByLabel('App password').inputValue()) === '') throw new Error('lost');
  },
  'Download a backup': async ({ page, tap, go, unfold }) => {
    await go('Today');
    await unfold('There is no backup yet');
    const download = page.waitForEvent('download', { timeout: patience.condition });
    await tap('Download a backup');
    await download;
  },
  'Read the visits': async ({ tap, more, sees }) => {
    await more('Visits');
    await tap('Last 4 weeks');
    await sees('page views');
  },
};

/** The tasks that change how the mentor signs in, which come last. */
export const accountTasks: Record<string, (thumb: Thumb) => Promise<void>> = {
  'Change the password': async ({ page, tap, type, sees }) => {
    await tap('Account menu');
    await tap('Your account');
    await type('Current password', mentor.password);
    await type('New password', `${mentor.password}, changed`);
    await tap(page.getByRole('button', { name: 'Change Password' }));
    await sees(/Password changed/);
  },
  'Set up two-step sign-in, keep the codes, sign out': async ({ page, tap, type, sees }) => {
    await tap('Account menu');
    await tap('Your account');
    await tap('Add Authenticator App');
    await type(page.getByRole('dialog').getByLabel('Password'), `${mentor.password}, changed`);
    await tap('Continue');
    await page.getByRole('link', { name: 'Open in authenticator app' }).waitFor();
    const secret = await page.locator('p.select-all').innerText();
    await type(page.locator('form#verify-authenticator input').last(), showCode(secret));
    await tap('Verify Code');
    await sees('Your recovery codes');
    const download = page.waitForEvent('download');
    await tap('Download');
    await download;
    await tap('I’ve saved them');
    await tap('Account menu');
    await tap('Sign Out');
    await page.waitForURL((url) => url.pathname === '/');
  },
};
