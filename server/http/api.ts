import { Hono } from 'hono';
import { courseForm } from '#domain/course.ts';
import { eventForm } from '#domain/event.ts';
import type { LeadSubmission } from '#domain/lead.ts';
import { postForm } from '#domain/post.ts';
import type { DeskServices } from '#server/services/desk/create-desk-services.ts';
import type { HttpEnv } from './env.ts';
import type { RateLimits } from './rate-limits.ts';
import type { Authorise } from './require-admin.ts';
import { createLeads } from './resources/leads.ts';
import { createRecords } from './resources/records.ts';

export interface ApiDeps {
  limit: RateLimits;
  /** Who may administer: stands before every call that is not public. */
  authorise: Authorise;
  desk: DeskServices;
  submitLead: (lead: LeadSubmission) => Promise<void>;
}

/** Everything below /api: one resource a table. */
export const createApi = ({ desk, ...deps }: ApiDeps) =>
  new Hono<HttpEnv>()
    .route('/leads', createLeads(deps))
    .route('/events', createRecords({ ...deps, records: desk.events, form: eventForm }))
    .route('/courses', createRecords({ ...deps, records: desk.courses, form: courseForm }))
    .route('/blog_posts', createRecords({ ...deps, records: desk.posts, form: postForm }));

/** What Hono's typed client in the browser knows of the API: `hc<ApiRoutes>('/api')`. */
export type ApiRoutes = ReturnType<typeof createApi>;
