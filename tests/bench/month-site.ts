import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { chromium, type Page } from '@playwright/test';
import { createReference } from '#features/orders/rules/index.ts';
import { chromiumArguments, chromiumPath } from '#tests/support/chromium.ts';
import {
  builtSite,
  createDirectory,
  removeDirectory,
  runSite,
} from '#tests/support/site-process.ts';
import { findPrivateDatabase, query } from '#tests/support/site-state.ts';

/** The mentor's account on the benchmark's site. */
export const mentor = { email: 'mentor@example.com', password: 'a password for tests only' };

/** The leads, sessions and requests of one month. */
const monthRows = `
  insert into leads (name, email, phone, source, message, created_at)
  select 'Lead ' || n, 'lead' || n || '@example.com', '+2782555' || lpad(n::text, 4, '0'),
    (array['Course Purchase Inquiry', 'Blueprint Purchase Inquiry', 'Contact Form Submission'])[1 + n % 3],
    'How do I begin?', now() - n * interval '2 hours'
  from generate_series(1, 30) n;
  insert into bookings (name, email, phone, session_type, booking_date, meeting_type, trading_knowledge, notes, time_zone, join_details)
  select name, lower(name) || '@example.com', '+27825550' || n, 'Intro Call',
    date_trunc('minute', now() + hours * interval '1 hour'), 'Zoom', 'Beginner', 'Goals: Read gold', zone, 'https://zoom.example/' || n
  from (values (100, 'Thandi', 0.02, 'Africa/Johannesburg'), (101, 'Haruki', 140, 'Asia/Tokyo'),
    (102, 'Sipho', -30, 'Africa/Johannesburg'), (103, 'Lebo', -54, 'Africa/Johannesburg'),
    (104, 'Naledi', 200, 'Africa/Johannesburg')) given (n, name, hours, zone);
  insert into person_requests (kind, email, confirmed_at)
  values ('access', 'lead3@example.com', now())`;

/** What the clients of the month ordered: name, cents, state, and in how many hours it is due. */
const ordered = {
  Kagiso: [100_000, 'awaiting', 24],
  Palesa: [100_000, 'expired', -2],
  Mpho: [45_001, 'expired', -37],
  Sizwe: [300_000, 'awaiting', 90],
  Nomsa: [100_000, 'awaiting', 91],
  Tumelo: [120_000, 'awaiting', 92],
  Wanjiru: [250_000, 'awaiting', 93],
  Lindiwe: [77_701, 'cancelled', -20],
} as const;
type Client = keyof typeof ordered;
const clients = Object.keys(ordered) as Client[];

/** The reference of a client's order. */
export const referenceOf = (client: Client) => createReference(() => 8 + clients.indexOf(client));

const orderValues = clients.map((client, index) => {
  const [cents, state, dueHours] = ordered[client];
  return `(${index + 1}, '${client}', '${referenceOf(client)}', ${cents}, '${state}', ${dueHours})`;
});

/**
 * The orders of the month. Kagiso says that they have paid for their session, Palesa paid after its time was
 * released, Mpho is late, and Lindiwe paid for an order that was cancelled.
 */
const monthOrders = `
  create temporary table ordered as
  select 'c0000000-0000-4000-8000-00000000000' || n as id, n <= 2 as is_session, lower(name) || '@example.com' as email,
    '+2782555010' || n as phone, given.*
  from (values ${orderValues}) given (n, name, reference, cents, state, due_hours);
  insert into bookings (id, name, email, phone, session_type, session_minutes, session_price, booking_date,
    meeting_type, trading_knowledge, notes, held_until, cancelled_at)
  select id::uuid, name, email, phone, '1-on-1 Session', 60, 'R1000',
    date_trunc('day', now()) + (14 + n) * interval '1 day' + interval '4 hours', 'Zoom', 'Beginner', 'Goals: Read gold',
    now() + due_hours * interval '1 hour', case when state = 'expired' then now() - interval '1 hour' end
  from ordered where is_session;
  insert into orders (id, reference, item, amount_cents, name, email, phone, state, booking_id, expires_at,
    said_paid_at, cancelled_at, money_choice, money_choice_at)
  select id::uuid, reference, jsonb_build_object('kind', case when is_session then 'session' else 'plan' end,
      'title', case when is_session then '1-on-1 Session' else 'TP Strategy Course' end, 'priceText', 'R' || cents / 100,
      'deliveryText', 'By email within one working day.', 'isDigital', not is_session),
    cents, name, email, phone, state, case when is_session then id::uuid end, now() + due_hours * interval '1 hour',
    case when name = 'Kagiso' then now() - interval '3 hours' end, case when state = 'cancelled' then now() end,
    case name when 'Palesa' then 'another-time' when 'Lindiwe' then 'refund' end,
    case when name in ('Palesa', 'Lindiwe') then now() end
  from ordered;
  insert into payments (order_id, provider, provider_payment_id, amount_cents, is_unplaced, marked_by)
  select id::uuid, 'manual', reference || ':1', cents, true, '${mentor.email}'
  from ordered where name in ('Palesa', 'Lindiwe')`;

/** The lists of a busy site after several years. */
const manyRows = `
  insert into blog_posts (title, date, content, excerpt)
  select 'Post ' || n, current_date - n, repeat('Gold moves in time and price. ', 100), 'Of post ' || n
  from generate_series(1, 1000) n;
  insert into events (title, date, time, location, description)
  select 'Event ' || n, current_date + 150 - n, '18:30', 'Online', 'Live charts' from generate_series(1, 300) n;
  insert into leads (name, email, phone, source, message, state, created_at)
  select 'Lead ' || n, 'lead' || n || '@example.com', '+2782' || lpad(n::text, 7, '0'),
    (array['Course Purchase Inquiry', 'Blueprint Purchase Inquiry', 'Contact Form Submission'])[1 + n % 3],
    'I would like to know more about sessions.', case when n <= 100 then 'new' else 'answered' end,
    now() - n * interval '3 hours'
  from generate_series(1, 5000) n;
  insert into bookings (name, email, session_type, booking_date, meeting_type, trading_knowledge, notes)
  select 'Visitor ' || n, 'visitor' || n || '@example.com', 'Intro Call',
    date_trunc('hour', now()) + (500 - n) * interval '3 hours', 'Zoom', 'Beginner', 'Goals: patience'
  from generate_series(1, 2000) n;
  analyze`;

/** Starts the built site with sample content and rows, and opens it on an emulated phone. */
export async function openPhone(stack: AsyncDisposableStack, rows: 'month' | 'many') {
  const directory = await createDirectory();
  stack.defer(() => removeDirectory(directory));
  const environment = { DATA_DIR: directory, NODE_ENV: 'production' };
  const [program = '', ...args] = builtSite;
  if (rows === 'month')
    await promisify(execFile)(program, [...args, 'demo'], {
      env: { ...process.env, ...environment },
    });
  const site = await runSite({
    ...environment,
    ADMIN_EMAIL: mentor.email,
    ADMIN_PASSWORD: mentor.password,
    LOG_LEVEL: 'error',
  });
  stack.defer(async () => {
    await site.end('SIGTERM');
  });
  await site.untilReady();
  const database = await findPrivateDatabase(directory);
  await query(database, rows === 'month' ? `${monthRows}; ${monthOrders}` : manyRows);
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: chromiumArguments,
  });
  stack.defer(() => browser.close());
  const context = await browser.newContext({
    baseURL: site.url,
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    reducedMotion: 'reduce',
    acceptDownloads: true,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  page.setDefaultTimeout(8_000);
  return { page, site };
}

/** Waits until React responds to presses. */
export const untilAlive = (page: Page) =>
  page.waitForFunction(() => {
    document.querySelector('[data-island]')?.dispatchEvent(new PointerEvent('pointerover'));
    return 'alive' in document.documentElement.dataset;
  });
