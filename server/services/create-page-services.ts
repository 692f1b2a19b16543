import { randomUUID } from 'node:crypto';
import type { LeadContent } from '#domain/lead.ts';
import type { DatabaseCircuit } from '#server/db/circuit.ts';
import type { Database } from '#server/db/executor.ts';
import { listTestimonials } from '#server/db/queries/testimonials.ts';
import { describeError } from '#server/errors.ts';
import type { PageServices } from '#server/http/page-context.ts';
import type { Logger } from '#server/logger.ts';
import type { createServices } from './create-services.ts';

/** Pages do not wait longer than this for what they can do without, in milliseconds. */
const queryTimeout = 2_000;

interface PageServicesOptions {
  db: Database;
  circuit: DatabaseCircuit;
  services: Pick<ReturnType<typeof createServices>, 'submitLead' | 'acceptSubmission'>;
  log: Logger;
}

/** What the pages may ask for, on the same use cases that the API stands on. */
export function createPageServices({
  db,
  circuit,
  services,
  log,
}: PageServicesOptions): PageServices {
  return {
    async listTestimonials() {
      try {
        return await circuit.run(() => listTestimonials(db), queryTimeout);
      } catch (error) {
        // The home page has pictures of its own: it stands without the database.
        log.warn({ reason: describeError(error) }, 'The testimonials could not be read');
        return [];
      }
    },
    takeLead: (content) => takeLead(services, content, log),
  };
}

async function takeLead(
  { submitLead, acceptSubmission }: PageServicesOptions['services'],
  content: LeadContent,
  log: Logger,
): Promise<boolean> {
  const id = randomUUID();
  try {
    await submitLead({ id, ...content });
    return true;
  } catch (error) {
    log.warn({ reason: describeError(error) }, 'A lead could not be stored; falling back');
  }
  try {
    await acceptSubmission({ kind: 'lead', id, content });
    return true;
  } catch (error) {
    log.error({ reason: describeError(error) }, 'A lead could not be taken');
    return false;
  }
}
