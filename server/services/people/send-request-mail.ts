import type { Database } from '#server/db/executor.ts';
import { findRequest } from '#server/db/queries/person-requests.ts';
import { type OutboxDeps, sendQueuedMail } from '#server/services/mail/outbox.ts';
import type { ReadFacts } from '#server/services/site-facts.ts';
import { composeRequestMail, composeRequestNotice } from './compose-request-mail.ts';
import { toRequestToken } from './request-links.ts';

interface RequestMailDeps extends OutboxDeps {
  db: Database;
  secret: string;
  siteUrl: string;
  readFacts: ReadFacts;
}

/** Sends the mail by which a request is confirmed, once; none when it is too old or gone. Throws what `sendQueuedMail` throws. */
export function sendRequestMail(
  deps: RequestMailDeps,
  { requestId, mail: key }: { requestId: string; mail: string },
): Promise<void> {
  return sendQueuedMail(deps, {
    key,
    async compose(transaction, { recipient: to }) {
      const request = await findRequest(transaction, requestId);
      if (!request) return undefined;
      const token = encodeURIComponent(toRequestToken(deps.secret, requestId));
      const url = `${deps.siteUrl}/privacy/request?token=${token}`;
      return composeRequestMail({
        key,
        to,
        url,
        kind: request.kind,
        facts: await deps.readFacts(),
      });
    },
  });
}

/** Tells the mentor about a confirmed request, once; not when it is answered or gone, or is not wanted. */
export function sendRequestNotice(
  deps: RequestMailDeps,
  { requestId, mail: key }: { requestId: string; mail: string },
): Promise<void> {
  return sendQueuedMail(deps, {
    key,
    async compose(transaction, { recipient: to }) {
      const request = await findRequest(transaction, requestId);
      const facts = await deps.readFacts();
      if (!request || request.answeredAt || !facts.site.notices.request) return undefined;
      return composeRequestNotice(request, { key, to, facts, siteUrl: deps.siteUrl });
    },
  });
}
