import { Hono } from 'hono';
import { type LeadSubmission, leadSubmission } from '#domain/lead.ts';
import type { HttpEnv } from '#server/http/env.ts';
import { pretendCreated, readJson, trapBots, validBody } from '#server/http/json-body.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';

interface LeadsDeps {
  limit: RateLimits;
  submitLead: (lead: LeadSubmission) => Promise<void>;
}

/** `POST /api/leads`, public: takes a lead; 201 with its id, as often as it is repeated. */
export const createLeads = ({ limit, submitLead }: LeadsDeps) =>
  new Hono<HttpEnv>().post(
    '/',
    limit('submit-lead'),
    readJson(),
    trapBots(pretendCreated),
    validBody(leadSubmission),
    async (c) => {
      const lead = c.req.valid('json');
      await submitLead(lead);
      return c.json({ id: lead.id }, 201);
    },
  );
