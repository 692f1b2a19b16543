import { Hono } from 'hono';
import { type LeadSubmission, leadSubmission } from '#domain/lead.ts';
import type { CheckHuman } from '#server/captcha/check-human.ts';
import type { HttpEnv } from '#server/http/env.ts';
import { pretendCreated, readJson, trapBots, validBody } from '#server/http/json-body.ts';
import { toVisitor } from '#server/http/require-admin.ts';
import { requireHuman } from '#server/http/require-human.ts';
import type { Caller } from '#server/limits/limiter.ts';

interface LeadsDeps {
  checkHuman: CheckHuman;
  submitLead: (lead: LeadSubmission, visitor: Caller) => Promise<void>;
}

/** `POST /api/leads`, public: takes a lead; 201 with its id, as often as it is repeated. */
export const createLeads = ({ checkHuman, submitLead }: LeadsDeps) =>
  new Hono<HttpEnv>().post(
    '/',
    readJson(),
    trapBots(pretendCreated),
    validBody(leadSubmission),
    requireHuman(checkHuman),
    async (c) => {
      const lead = c.req.valid('json');
      await submitLead(lead, toVisitor(c));
      return c.json({ id: lead.id }, 201);
    },
  );
