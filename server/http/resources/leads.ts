import { Hono } from 'hono';
import { type LeadSubmission, leadSubmission } from '#domain/lead.ts';
import type { CheckHuman } from '#server/captcha/check-human.ts';
import type { HttpEnv } from '#server/http/env.ts';
import { pretendCreated, readJson, trapBots, validBody } from '#server/http/json-body.ts';
import type { RateLimits } from '#server/http/rate-limits.ts';
import { requireHuman } from '#server/http/require-human.ts';

interface LeadsDeps {
  limit: RateLimits;
  checkHuman: CheckHuman;
  submitLead: (lead: LeadSubmission) => Promise<void>;
}

/** `POST /api/leads`, public: takes a lead; 201 with its id, as often as it is repeated. */
export const createLeads = ({ limit, checkHuman, submitLead }: LeadsDeps) =>
  new Hono<HttpEnv>().post(
    '/',
    limit('submit-lead'),
    readJson(),
    trapBots(pretendCreated),
    validBody(leadSubmission),
    requireHuman(checkHuman),
    async (c) => {
      const lead = c.req.valid('json');
      await submitLead(lead);
      return c.json({ id: lead.id }, 201);
    },
  );
