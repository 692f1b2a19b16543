import { Hono } from 'hono';
import { createAdmin } from '#features/admin/server/admin-resource.ts';
import { createFirstSteps } from '#features/admin/server/first-steps-resource.ts';
import { createBackups } from '#features/backups/server/backups-resource.ts';
import {
  createAvailabilityExceptions,
  createBusyCalendars,
} from '#features/booking/server/availability-resource.ts';
import { createAvailability, createBookings } from '#features/booking/server/bookings-resource.ts';
import { createCalendarAddress } from '#features/booking/server/calendar-feed-resource.ts';
import { courseForm } from '#features/content/rules/course.ts';
import { eventForm } from '#features/content/rules/event.ts';
import { postForm } from '#features/content/rules/post.ts';
import { createOrder, createRecords } from '#features/content/server/records-resource.ts';
import { createTrash } from '#features/content/server/trash-resource.ts';
import { createLeads } from '#features/leads/server/leads-resource.ts';
import { createMailServerResource } from '#features/mail/server/mail-server-resource.ts';
import { createSenderRecords } from '#features/mail/server/sender-records-resource.ts';
import { createPeople } from '#features/people/server/people-resource.ts';
import { createSettingsResource } from '#features/settings/server/settings-resource.ts';
import { freebieForm, testimonialForm, videoForm } from '#features/uploads/rules/media.ts';
import { createUploads } from '#features/uploads/server/uploads-resource.ts';
import { createVisits } from '#features/visits/server/visits-resource.ts';
import { createChanges } from '#platform/http/changes-resource.ts';
import type { HttpDeps, HttpEnv } from './env.ts';

/** Everything below /api: one resource a table. */
export const createApi = (deps: HttpDeps) =>
  new Hono<HttpEnv>()
    .route('/leads', createLeads(deps))
    .route('/availability', createAvailability(deps))
    .route('/bookings', createBookings(deps))
    .route('/availability_exceptions', createAvailabilityExceptions(deps))
    .route('/busy_calendars', createBusyCalendars(deps))
    .route('/calendar_address', createCalendarAddress(deps))
    .route('/events', createRecords(deps, deps.admin.events, eventForm))
    .route('/courses', createRecords(deps, deps.admin.courses, courseForm))
    .route('/courses', createOrder(deps, 'courses'))
    .route('/blog_posts', createRecords(deps, deps.admin.posts, postForm))
    .route('/testimonials', createRecords(deps, deps.admin.testimonials, testimonialForm))
    .route('/testimonials', createOrder(deps, 'testimonials'))
    .route('/videos', createRecords(deps, deps.admin.videos, videoForm))
    .route('/freebies', createRecords(deps, deps.admin.freebies, freebieForm))
    .route('/uploads', createUploads(deps))
    .route('/first-steps', createFirstSteps(deps))
    .route('/sender_records', createSenderRecords(deps))
    .route('/mail_server', createMailServerResource(deps))
    .route('/settings', createSettingsResource(deps))
    .route('/trash', createTrash(deps))
    .route('/people', createPeople(deps))
    .route('/backups', createBackups(deps))
    .route('/visits', createVisits(deps))
    .route('/changes', createChanges(deps))
    .route('/', createAdmin(deps));

/** What Hono's typed client in the browser knows of the API: `hc<ApiRoutes>('/api')`. */
export type ApiRoutes = ReturnType<typeof createApi>;
