import { Hono } from 'hono';
import type { LeadSubmission } from '#domain/lead.ts';
import type { HttpEnv } from './env.ts';
import type { RateLimits } from './rate-limits.ts';
import type { createAccount } from './resources/account.ts';
import { type AvailabilityDeps, createAvailability } from './resources/availability.ts';
import { type BookingsDeps, createBookings } from './resources/bookings.ts';
import { createLeads } from './resources/leads.ts';

export interface ApiDeps extends AvailabilityDeps, BookingsDeps {
  limit: RateLimits;
  submitLead: (lead: LeadSubmission) => Promise<void>;
}

/** Everything below /api: one resource a table. */
export const createApi = (deps: ApiDeps) =>
  new Hono<HttpEnv>()
    .route('/leads', createLeads(deps))
    .route('/availability', createAvailability(deps))
    .route('/bookings', createBookings(deps));

/** What Hono's typed client in the browser knows of the API: `hc<ApiRoutes>('/api')`. */
export type ApiRoutes = ReturnType<typeof createApi>;

/** What the account area shows. */
export type { AccountOverview } from '#server/services/accounts/read-account.ts';

/** The same for the account area: `hc<AccountRoutes>('/api/account')`. */
export type AccountRoutes = ReturnType<typeof createAccount>;
