import { Hono } from 'hono';
import { courseForm } from '#domain/course.ts';
import { eventForm } from '#domain/event.ts';
import { freebieForm, testimonialForm, videoForm } from '#domain/media.ts';
import { postForm } from '#domain/post.ts';
import type { CheckHuman } from '#server/captcha/check-human.ts';
import type { AdminServices } from '#server/services/admin/create-admin-services.ts';
import type { Services } from '#server/services/create-services.ts';
import type { HttpEnv } from './env.ts';
import type { Authorise } from './require-admin.ts';
import { createAdmin } from './resources/admin.ts';
import { createAvailability } from './resources/availability.ts';
import { createBookings } from './resources/bookings.ts';
import { type ChangesDeps, createChanges } from './resources/changes.ts';
import { createLeads } from './resources/leads.ts';
import { createRecords } from './resources/records.ts';
import { createUploads, type UploadsDeps } from './resources/uploads.ts';

export interface ApiDeps extends ChangesDeps, UploadsDeps {
  /** Who may administer: stands before every call that is not public. */
  authorise: Authorise;
  checkHuman: CheckHuman;
  services: Services;
  admin: AdminServices;
}

/** Everything below /api: one resource a table. */
export const createApi = ({ admin, ...deps }: ApiDeps) =>
  new Hono<HttpEnv>()
    .route('/leads', createLeads({ ...deps, admin }))
    .route('/availability', createAvailability(deps))
    .route('/bookings', createBookings({ ...deps, admin }))
    .route('/events', createRecords({ ...deps, records: admin.events, form: eventForm }))
    .route('/courses', createRecords({ ...deps, records: admin.courses, form: courseForm }))
    .route('/blog_posts', createRecords({ ...deps, records: admin.posts, form: postForm }))
    .route(
      '/testimonials',
      createRecords({ ...deps, records: admin.testimonials, form: testimonialForm }),
    )
    .route('/videos', createRecords({ ...deps, records: admin.videos, form: videoForm }))
    .route('/freebies', createRecords({ ...deps, records: admin.freebies, form: freebieForm }))
    .route('/uploads', createUploads(deps))
    .route('/changes', createChanges(deps))
    .route('/', createAdmin({ ...deps, admin }));

/** What Hono's typed client in the browser knows of the API: `hc<ApiRoutes>('/api')`. */
export type ApiRoutes = ReturnType<typeof createApi>;
