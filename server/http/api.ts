import { Hono } from 'hono';
import { courseForm } from '#domain/course.ts';
import { eventForm } from '#domain/event.ts';
import type { LeadSubmission } from '#domain/lead.ts';
import { freebieForm, testimonialForm, videoForm } from '#domain/media.ts';
import { postForm } from '#domain/post.ts';
import type { Caller } from '#server/limits/limiter.ts';
import type { DeskServices } from '#server/services/desk/create-desk-services.ts';
import type { HttpEnv } from './env.ts';
import type { Authorise } from './require-admin.ts';
import type { createAccount } from './resources/account.ts';
import { type AvailabilityDeps, createAvailability } from './resources/availability.ts';
import { type BookingsDeps, createBookings } from './resources/bookings.ts';
import { type ChangesDeps, createChanges } from './resources/changes.ts';
import { createDesk } from './resources/desk.ts';
import { createDeskBookings } from './resources/desk-bookings.ts';
import { createDeskLeads } from './resources/desk-leads.ts';
import { createLeads } from './resources/leads.ts';
import { createRecords } from './resources/records.ts';
import { createUploads, type UploadsDeps } from './resources/uploads.ts';

export interface ApiDeps extends AvailabilityDeps, BookingsDeps, ChangesDeps, UploadsDeps {
  /** Who may administer: stands before every call that is not public. */
  authorise: Authorise;
  desk: DeskServices;
  submitLead: (lead: LeadSubmission, visitor: Caller) => Promise<void>;
}

/** Everything below /api: one resource a table. */
export const createApi = ({ desk, ...deps }: ApiDeps) =>
  new Hono<HttpEnv>()
    .route('/leads', createLeads(deps))
    .route('/leads', createDeskLeads({ ...deps, leads: desk.leads }))
    .route('/availability', createAvailability(deps))
    .route('/bookings', createBookings(deps))
    .route('/bookings', createDeskBookings({ ...deps, bookings: desk.bookings }))
    .route('/events', createRecords({ ...deps, records: desk.events, form: eventForm }))
    .route('/courses', createRecords({ ...deps, records: desk.courses, form: courseForm }))
    .route('/blog_posts', createRecords({ ...deps, records: desk.posts, form: postForm }))
    .route(
      '/testimonials',
      createRecords({ ...deps, records: desk.testimonials, form: testimonialForm }),
    )
    .route('/videos', createRecords({ ...deps, records: desk.videos, form: videoForm }))
    .route('/freebies', createRecords({ ...deps, records: desk.freebies, form: freebieForm }))
    .route('/uploads', createUploads(deps))
    .route('/changes', createChanges(deps))
    .route('/', createDesk({ ...deps, desk }));

/** What Hono's typed client in the browser knows of the API: `hc<ApiRoutes>('/api')`. */
export type ApiRoutes = ReturnType<typeof createApi>;

/** What the account area shows. */
export type { AccountOverview } from '#server/services/accounts/read-account.ts';

/** The same for the account area: `hc<AccountRoutes>('/api/account')`. */
export type AccountRoutes = ReturnType<typeof createAccount>;
