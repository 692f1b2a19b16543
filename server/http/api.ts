import { Hono } from 'hono';
import { courseForm } from '#domain/course.ts';
import { eventForm } from '#domain/event.ts';
import { freebieForm, testimonialForm, videoForm } from '#domain/media.ts';
import { postForm } from '#domain/post.ts';
import type { HttpDeps, HttpEnv } from './env.ts';
import { createAdmin } from './resources/admin.ts';
import { createAvailabilityExceptions, createBusyCalendars } from './resources/availability.ts';
import { createBackups } from './resources/backups.ts';
import { createAvailability, createBookings } from './resources/bookings.ts';
import { createCalendarAddress } from './resources/calendar-feed.ts';
import { createChanges } from './resources/changes.ts';
import { createFirstSteps } from './resources/first-steps.ts';
import { createLeads } from './resources/leads.ts';
import { createMailServerResource } from './resources/mail-server.ts';
import { createPeople } from './resources/people.ts';
import { createOrder, createRecords } from './resources/records.ts';
import { createSenderRecords } from './resources/sender-records.ts';
import { createSettingsResource } from './resources/settings.ts';
import { createTrash } from './resources/trash.ts';
import { createUploads } from './resources/uploads.ts';
import { createVisits } from './resources/visits.ts';

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
