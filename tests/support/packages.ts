import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { defaults } from '#content/defaults.ts';
import { listPackages } from '#features/customers/server/index.ts';
import type { openAdmin } from './admin-calls.ts';
import type { TestApi } from './api.ts';
import { sessionBody, tuesdaySlots } from './booking-bodies.ts';
import type { openPaymentSite } from './payment-site.ts';

export const packageTitle = 'Full Mentorship Package';

/** Who books. */
export const caller = { ipAddress: '192.0.2.7' };

/** Sells the package with a number of sessions. */
export async function sellPackage(
  admin: Awaited<ReturnType<typeof openAdmin>>,
  changes: { sessions?: number; validMonths?: number | null; sessionsOf?: string } = {},
): Promise<void> {
  const mentorshipOptions = defaults.offers.mentorshipOptions.map((type) =>
    type.title === packageTitle ? { ...type, sessions: 4, validMonths: 7, ...changes } : type,
  );
  const { version } = await admin.read('/api/settings/offers');
  const value = { ...defaults.offers, mentorshipOptions };
  expect((await admin.call('PUT', '/api/settings/offers', { version, value })).status).toBe(200);
}

/** Buys the package with its first session, and pays for it. */
export async function buyPackage({
  api,
  follow,
  mark,
}: Pick<Awaited<ReturnType<typeof openPaymentSite>>, 'api' | 'follow' | 'mark'>) {
  const body = sessionBody({
    session_type: packageTitle,
    name: 'Zoë 𝗧. O’Neill',
    booking_date: tuesdaySlots[0],
  });
  const response = await api.post('/api/bookings', body);
  expect(response.status).toBe(201);
  const order = await follow((await response.json()).pay_path);
  await mark(order.id);
  const [found] = await listPackages(api.db, undefined);
  if (!found) throw new Error('There is no package');
  const customer = await api.db.query.customers.findFirst();
  if (!customer) throw new Error('There is no customer');
  return { first: body.id, order, found, customer };
}

/** Books another session of it. */
export const bookOf = (
  { services }: Pick<TestApi, 'services'>,
  { found, customer }: Awaited<ReturnType<typeof buyPackage>>,
  at: string | undefined,
  id: string = randomUUID(),
) =>
  services.bookIncluded(
    {
      ...{ id, customer, packageId: found.id, startsAt: new Date(at ?? '') },
      ...{ meetingType: 'Zoom', timeZone: 'Africa/Lagos' },
    },
    caller,
  );
