import { formatDay } from '#domain/calendar-day.ts';
import { dueAt } from '#domain/request-kinds.ts';
import type { Database } from '#server/db/executor.ts';
import { findRequest } from '#server/db/queries/person-requests.ts';
import { mentorDay } from '#server/mentor-time.ts';
import { type SendQueuedMailDeps, sendQueuedMail } from '#server/services/mail/send-queued-mail.ts';
import type { ReadFacts } from '#server/services/site-facts.ts';
import { composeRequestMail, composeRequestNotice } from './compose-request-mail.ts';
import { toRequestToken } from './request-links.ts';

interface RequestMailDeps extends SendQueuedMailDeps {
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

/** Tells the mentor of a confirmed request, once; not when it is gone. Throws what `sendQueuedMail` throws. */
export function sendRequestNotice(
  deps: RequestMailDeps,
  { requestId, mail: key }: { requestId: string; mail: string },
): Promise<void> {
  return sendQueuedMail(deps, {
    key,
    async compose(transaction, { recipient: to }) {
      const request = await findRequest(transaction, requestId);
      if (!request?.confirmedAt) return undefined;
      const facts = await deps.readFacts();
      const dueOn = formatDay(mentorDay(dueAt(request.confirmedAt), facts.booking));
      const url = `${deps.siteUrl}/admin/people`;
      return composeRequestNotice({ key, to, url, facts, dueOn, ...request });
    },
  });
}
