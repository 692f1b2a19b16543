import { Hono } from 'hono';
import { createAdmin, createChanges, createFirstSteps } from '#features/admin/server/index.ts';
import {
  createAvailability,
  createAvailabilityExceptions,
} from '#features/availability/server/index.ts';
import { createBackups } from '#features/backups/server/index.ts';
import { createOrders } from '#features/billing/server/index.ts';
import { createBookings } from '#features/booking/server/index.ts';
import { createBusyCalendars, createCalendarAddress } from '#features/calendars/server/index.ts';
import {
  courseForm,
  eventForm,
  freebieForm,
  postForm,
  testimonialForm,
  videoForm,
} from '#features/content/rules/index.ts';
import { createOrder, createRecords, createSamples } from '#features/content/server/index.ts';
import { createCustomers } from '#features/customers/server/index.ts';
import { createFilms } from '#features/films/server/index.ts';
import { createLeads } from '#features/leads/server/index.ts';
import { createLessons } from '#features/lessons/server/index.ts';
import { createLibraryProgress } from '#features/library/server/index.ts';
import { createMailServerResource, createSenderRecords } from '#features/mail/server/index.ts';
import { createPaymentKeysResource } from '#features/payments/server/index.ts';
import { createPeople } from '#features/people/server/index.ts';
import { createSettingsResource } from '#features/settings/server/index.ts';
import { createTrash } from '#features/trash/server/index.ts';
import { createUploads } from '#features/uploads/server/index.ts';
import { createVisits } from '#features/visits/server/index.ts';
import { createVouchers } from '#features/vouchers/server/index.ts';
import type { HttpEnv } from '#platform/http/http-env.ts';
import type { HttpDeps } from './env.ts';

/** The API, everything below /api. */
export const createApi = (deps: HttpDeps) =>
  new Hono<HttpEnv>()
    .route('/leads', createLeads(deps))
    .route('/availability', createAvailability(deps))
    .route('/bookings', createBookings(deps))
    .route('/availability_exceptions', createAvailabilityExceptions(deps))
    .route('/busy_calendars', createBusyCalendars(deps))
    .route('/calendar_address', createCalendarAddress(deps))
    .route('/events', createRecords(deps, deps.services.events, eventForm))
    .route('/courses', createRecords(deps, deps.services.courses, courseForm))
    .route('/courses', createOrder(deps, 'courses'))
    .route('/blog_posts', createRecords(deps, deps.services.posts, postForm))
    .route('/testimonials', createRecords(deps, deps.services.testimonials, testimonialForm))
    .route('/testimonials', createOrder(deps, 'testimonials'))
    .route('/videos', createRecords(deps, deps.services.videos, videoForm))
    .route('/freebies', createRecords(deps, deps.services.freebies, freebieForm))
    .route('/lessons', createLessons(deps))
    .route('/films', createFilms(deps))
    .route('/samples', createSamples(deps))
    .route('/uploads', createUploads(deps))
    .route('/first-steps', createFirstSteps(deps))
    .route('/sender_records', createSenderRecords(deps))
    .route('/mail_server', createMailServerResource(deps))
    .route('/payment_keys', createPaymentKeysResource(deps))
    .route('/settings', createSettingsResource(deps))
    .route('/trash', createTrash(deps))
    .route('/orders', createOrders(deps))
    .route('/library', createLibraryProgress(deps))
    .route('/customers', createCustomers(deps))
    .route('/people', createPeople(deps))
    .route('/backups', createBackups(deps))
    .route('/visits', createVisits(deps))
    .route('/vouchers', createVouchers(deps))
    .route('/changes', createChanges(deps))
    .route('/', createAdmin(deps));

/** The type of Hono's typed client in the browser: `hc<ApiRoutes>('/api')`. */
export type ApiRoutes = ReturnType<typeof createApi>;
