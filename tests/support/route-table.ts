import { randomUUID } from 'node:crypto';
import { mentor } from './accounts.ts';
import { contactBody } from './lead-bodies.ts';

/** Who may use a route, and the status that those callers get. */
interface Access {
  who: 'everybody' | 'admin' | 'browser';
  status: number;
}

const everybody = (status: number): Access => ({ who: 'everybody', status });

/** For sessions of the required level, by cookie or API token. */
const adminOnly = (status: number): Access => ({ who: 'admin', status });

/** For such sessions by cookie only. */
const browserOnly = (status: number): Access => ({ who: 'browser', status });

export interface Rule {
  access: Access;
  body?: () => unknown;
  query?: string;
}

/** The id of nothing. */
export const nothing = '00000000-0000-4000-8000-000000000000';

/** A table of content: everybody reads it, the admin alone changes it. */
const content = (name: string, record: object, added = 201): Record<string, Rule> => ({
  [`GET /api/${name}`]: { access: everybody(200) },
  [`GET /api/${name}/:id`]: { access: everybody(404) },
  [`POST /api/${name}`]: {
    access: adminOnly(added),
    body: () => ({ id: randomUUID(), ...record }),
  },
  [`PATCH /api/${name}/:id`]: { access: adminOnly(404), body: () => ({ title: 'Another title' }) },
  [`DELETE /api/${name}/:id`]: { access: adminOnly(404) },
});

/** A table of content that the mentor puts in order. */
const inOrder = (name: string): Record<string, Rule> => ({
  // The list has no such record.
  [`PUT /api/${name}/order`]: { access: adminOnly(409), body: () => ({ ids: [nothing] }) },
});

/**
 * Who may use each route. A route that is missing here fails a test: guard it with `requireAdmin`
 * (server/http/require-admin.ts) unless it is public, and add it. `npm run fuzz` uses it too.
 */
export const routeTable: Record<string, Rule> = {
  'GET /healthz': { access: everybody(200) },
  'GET /readyz': { access: everybody(200) },
  // For whoever has METRICS_TOKEN; without one, as here, there is nothing.
  'GET /metrics': { access: everybody(404) },
  'GET /.well-known/jwks.json': { access: everybody(200) },
  'GET /feed.xml': { access: everybody(200) },
  'GET /site.webmanifest': { access: everybody(200) },
  'GET /robots.txt': { access: everybody(200) },
  'GET /sitemap.xml': { access: everybody(200) },
  // Whoever has the private address needs no session; nobody else is told that there is one.
  'GET /calendar/:file': { access: everybody(404) },
  'GET /community/events/:file': { access: everybody(404) },
  // Whoever has the link of a reminder needs no session; a GET only leads to the page of the booking.
  'GET /unsubscribe/:token': { access: everybody(303) },
  'POST /unsubscribe/:token': { access: everybody(400) },
  // Uploads and pictures are for everybody; nothing is asked for here that is there.
  'GET /storage/*': { access: everybody(404) },
  'GET /images/*': { access: everybody(404) },
  'POST /contact.php': {
    access: everybody(200),
    body: () => contactBody(),
  },
  'POST /api/leads': { access: everybody(201), body: () => contactBody() },
  'GET /api/availability': {
    access: everybody(200),
    query: '?from=2030-01-08T00:00:00Z&to=2030-01-09T00:00:00Z',
  },
  // Public as well: what is wrong is the booking, not who asks for it.
  'POST /api/bookings': { access: everybody(422), body: () => ({}) },
  // Nobody is told whether it was counted.
  'POST /api/visits': { access: everybody(204), query: '?page=/about' },

  'POST /api/auth/sign-in/email': { access: everybody(200), body: () => mentor },
  // Only a half session has a challenge to pass; a full one may pass it once more.
  'POST /api/auth/challenge': {
    access: everybody(401),
    body: () => ({ code: '000000' }),
  },
  'POST /api/auth/passkey/options': { access: everybody(200) },
  'POST /api/auth/passkey': { access: everybody(422), body: () => ({}) },
  'POST /api/auth/sign-out': { access: everybody(204) },
  'GET /api/auth/get-session': { access: everybody(200) },
  'POST /api/auth/token': { access: browserOnly(200) },
  // Without a provider there is nothing to come back from.
  'GET /api/auth/callback/oidc': { access: everybody(404) },

  'GET /api/account': { access: adminOnly(200) },
  'PUT /api/account/password': {
    access: adminOnly(204),
    body: () => ({ currentPassword: mentor.password, newPassword: mentor.password }),
  },
  'POST /api/account/authenticator': {
    access: adminOnly(201),
    body: () => ({ password: mentor.password }),
  },
  'POST /api/account/authenticator/verify': {
    access: adminOnly(422),
    body: () => ({ code: '000000' }),
  },
  // The right password would remove what the other rules need.
  'DELETE /api/account/authenticator': {
    access: adminOnly(422),
    body: () => ({ password: 'wrong' }),
  },
  'POST /api/account/passkeys/options': {
    access: browserOnly(201),
    body: () => ({ password: mentor.password }),
  },
  'POST /api/account/passkeys': { access: browserOnly(422), body: () => ({}) },
  'DELETE /api/account/passkeys/:id': {
    access: adminOnly(404),
    body: () => ({ password: mentor.password }),
  },
  'POST /api/account/recovery-codes': {
    access: adminOnly(201),
    body: () => ({ password: mentor.password }),
  },
  'DELETE /api/account/sessions/:id': { access: adminOnly(404) },
  'POST /api/account/identities': {
    access: browserOnly(404),
    body: () => ({ password: mentor.password }),
  },
  'DELETE /api/account/identities/:id': { access: adminOnly(404) },

  // The admin. What is on the public site everybody may read.
  'GET /api/leads': { access: adminOnly(200) },
  'GET /api/leads/counts': { access: adminOnly(200) },
  'GET /api/leads/export': { access: adminOnly(200) },
  'POST /api/leads/states': {
    access: adminOnly(200),
    body: () => ({ ids: [nothing], state: 'answered' }),
  },
  'POST /api/leads/deletions': { access: adminOnly(200), body: () => ({ ids: [nothing] }) },
  'PATCH /api/leads/:id': { access: adminOnly(404), body: () => ({ version: 1, state: 'won' }) },
  'GET /api/leads/:id/replies': { access: adminOnly(404) },
  'DELETE /api/leads/:id': { access: adminOnly(404) },
  'GET /api/bookings': { access: adminOnly(200) },
  'GET /api/bookings/export': { access: adminOnly(200) },
  'DELETE /api/bookings/:id': { access: adminOnly(404) },
  'GET /api/bookings/placement': {
    access: adminOnly(200),
    query: '?booking_date=2030-01-08T16:00:00Z&session_type=Intro%20Call',
  },
  'POST /api/bookings/by-mentor': { access: adminOnly(422), body: () => ({}) },
  'GET /api/bookings/:id': { access: adminOnly(404) },
  'GET /api/bookings/:id/history': { access: adminOnly(404) },
  'PUT /api/bookings/:id/time': {
    access: adminOnly(404),
    body: () => ({ version: 1, booking_date: '2030-01-08T16:00:00Z' }),
  },
  'PUT /api/bookings/:id/cancellation': { access: adminOnly(404), body: () => ({ version: 1 }) },
  'PUT /api/bookings/:id/join-details': { access: adminOnly(404), body: () => ({ version: 1 }) },
  'PUT /api/bookings/:id/payment': {
    access: adminOnly(404),
    body: () => ({ version: 1, is_paid: true }),
  },
  'PUT /api/bookings/:id/outcome': {
    access: adminOnly(404),
    body: () => ({ version: 1, outcome: 'done' }),
  },
  'PUT /api/bookings/:id/note': { access: adminOnly(404), body: () => ({ version: 1 }) },
  'GET /api/availability_exceptions': { access: adminOnly(200) },
  'GET /api/availability_exceptions/sessions': {
    access: adminOnly(200),
    query: '?from=2030-01-08&to=2030-01-09',
  },
  'POST /api/availability_exceptions/time_off': {
    access: adminOnly(201),
    body: () => ({ id: randomUUID(), from: '2030-01-08', to: '2030-01-09' }),
  },
  'PUT /api/availability_exceptions/time_off/:id': {
    access: adminOnly(404),
    body: () => ({ version: 1, from: '2030-01-08', to: '2030-01-09' }),
  },
  'GET /api/availability_exceptions/open_hours': {
    access: adminOnly(200),
    query: '?date=2030-01-08&last_date=&from=8&to=10&note=',
  },
  'POST /api/availability_exceptions/extra_hours': {
    access: adminOnly(201),
    body: () => ({ id: randomUUID(), date: '2030-01-08', from: 8, to: 10 }),
  },
  'DELETE /api/availability_exceptions/:id': { access: adminOnly(404) },
  'GET /api/busy_calendars': { access: adminOnly(200) },
  'GET /api/busy_calendars/times': {
    access: adminOnly(200),
    query: '?from=2030-01-08T00:00:00Z&to=2030-01-09T00:00:00Z',
  },
  // It would lead into this machine.
  'POST /api/busy_calendars': {
    access: adminOnly(422),
    body: () => ({ id: randomUUID(), name: 'Family', url: 'https://127.0.0.1/family.ics' }),
  },
  'POST /api/busy_calendars/:id/read': { access: adminOnly(404) },
  'DELETE /api/busy_calendars/:id': { access: adminOnly(404) },
  'GET /api/calendar_address': { access: adminOnly(200) },
  'POST /api/calendar_address/renew': { access: adminOnly(200) },
  ...content('events', { title: 'Meeting', date: '2030-01-08' }),
  ...content('courses', { title: 'Course', price: 'R 100' }),
  ...inOrder('courses'),
  ...content('blog_posts', { title: 'Post', date: '2030-01-08' }),
  // These are nothing without a file.
  ...content('testimonials', {}, 422),
  ...inOrder('testimonials'),
  ...content('videos', { title: 'Video' }, 422),
  ...content('freebies', { title: 'Guide' }, 422),
  'POST /api/uploads': { access: adminOnly(422) },
  'GET /api/uploads/:id': { access: adminOnly(405) },
  'PATCH /api/uploads/:id': { access: adminOnly(404) },
  'DELETE /api/uploads/:id': { access: adminOnly(404) },
  'POST /api/uploads/:id/finish': { access: adminOnly(404) },
  'GET /api/trash': { access: adminOnly(200) },
  'GET /api/trash/counts': { access: adminOnly(200) },
  'POST /api/trash/:kind/restorations': {
    access: adminOnly(200),
    body: () => ({ ids: [nothing] }),
  },
  'DELETE /api/trash/:kind/:id': { access: adminOnly(404) },
  'DELETE /api/trash': { access: adminOnly(200) },
  'POST /api/people/list': { access: adminOnly(200), body: () => ({ search: 'ann' }) },
  'POST /api/people/search': { access: adminOnly(200), body: () => ({ text: 'a@example.com' }) },
  'POST /api/people/export': { access: adminOnly(200), body: () => ({ text: 'a@example.com' }) },
  'POST /api/people/correction': {
    access: adminOnly(409),
    body: () => ({ text: 'a@example.com', stamp: '0'.repeat(64), name: 'Ann' }),
  },
  'POST /api/people/erasure': {
    access: adminOnly(409),
    body: () => ({ text: 'a@example.com', stamp: '0'.repeat(64) }),
  },
  'GET /api/people/erasures': { access: adminOnly(200) },
  'GET /api/people/requests': { access: adminOnly(200) },
  'PUT /api/people/requests/:id/answer': { access: adminOnly(404) },
  'DELETE /api/people/requests/:id/answer': { access: adminOnly(404) },
  'GET /api/backups': { access: adminOnly(200) },
  'GET /api/backups/download': { access: adminOnly(200) },
  'GET /api/visits': { access: adminOnly(200), query: '?from=2030-01-01&to=2030-01-31' },
  'GET /api/visits/export': { access: adminOnly(200), query: '?from=2030-01-01&to=2030-01-31' },
  'GET /api/changes': { access: adminOnly(200) },
  'GET /api/settings': { access: adminOnly(200) },
  'GET /api/settings/:section': { access: adminOnly(422) },
  'GET /api/settings/:section/versions': { access: adminOnly(422) },
  'PUT /api/settings/:section': {
    access: adminOnly(422),
    body: () => ({ version: 0, value: null }),
  },
  'POST /api/settings/:section/preview': { access: adminOnly(422), body: () => ({}) },
  'GET /api/first-steps': { access: adminOnly(200) },
  'POST /api/first-steps/confirmations': {
    access: adminOnly(204),
    body: () => ({ step: 'prices' }),
  },
  'POST /api/first-steps/dismissal': { access: adminOnly(204) },
  'DELETE /api/first-steps/dismissal': { access: adminOnly(204) },
  'POST /api/first-steps/test-mail': { access: adminOnly(200) },
  'GET /api/sender_records': { access: adminOnly(200) },
  'GET /api/today': { access: adminOnly(200) },
  'POST /api/search': { access: adminOnly(200), body: () => ({ text: 'zanele' }) },
  'GET /api/mail_server': { access: adminOnly(200) },
  'PUT /api/mail_server': { access: adminOnly(422), body: () => ({}) },
  'GET /api/failed_mails': { access: adminOnly(200) },
  'POST /api/failed_mails/:key/resend': { access: adminOnly(404) },
  'DELETE /api/failed_mails/:key': { access: adminOnly(404) },
  'GET /api/captured_mails': { access: adminOnly(200) },
};

/** The same routes, asked for more than everybody may see. */
export const queryTable: Record<string, Rule> = Object.fromEntries(
  ['events', 'courses', 'blog_posts', 'testimonials', 'videos', 'freebies'].flatMap((name) => [
    [`GET /api/${name}?drafts=true`, { access: adminOnly(200) }],
    [`GET /api/${name}/:id?drafts=true`, { access: adminOnly(404) }],
  ]),
);
