import { sendAccountMail, sendAccountNotice } from '#features/accounts/server/account-mails.ts';
import { sweepAccounts } from '#features/accounts/server/queries/sweep-accounts.ts';
import { createAlerts } from '#features/alerts/server/create-alerts.ts';
import { sendAlert } from '#features/alerts/server/tell-mentor.ts';
import { bookForVisitor } from '#features/booking/server/book-for-visitor.ts';
import { bookSession, takeBooking } from '#features/booking/server/book-session.ts';
import { createBusyCalendars } from '#features/booking/server/busy-calendars.ts';
import {
  composeCalendarFeed,
  readCalendarAddress,
  renewCalendarAddress,
} from '#features/booking/server/calendar-feed.ts';
import type { CalendarNetwork } from '#features/booking/server/calendars/download-calendar.ts';
import {
  cancelBooking,
  changeReminders,
  deleteBooking,
  moveBooking,
  refuseByOneClick,
} from '#features/booking/server/change-booking.ts';
import {
  cancelForVisitor,
  moveForVisitor,
  saveJoinDetails,
} from '#features/booking/server/change-for-visitor.ts';
import { markOutcome, markPayment, writeNote } from '#features/booking/server/edit-booking.ts';
import {
  composeCalendarFile,
  findManagedBooking,
  getManagedBookingId,
} from '#features/booking/server/find-managed-booking.ts';
import { listFreeSlots } from '#features/booking/server/list-free-slots.ts';
import {
  changeTimeOff,
  deleteException,
  listExceptions,
  listOpenHours,
  listSessionsInTimeOff,
  openExtraHours,
  takeTimeOff,
} from '#features/booking/server/manage-exceptions.ts';
import { createManageLinks } from '#features/booking/server/manage-links.ts';
import { readPlacement } from '#features/booking/server/place-session.ts';
import {
  getBooking,
  listBookingHistory,
  listBookings,
} from '#features/booking/server/read-booking.ts';
import { createTrashServices } from '#features/content/server/create-trash-services.ts';
import { acceptSubmission, takeLead } from '#features/leads/server/accept-submission.ts';
import { createReplayer, type ReplayPause } from '#features/leads/server/journal/replayer.ts';
import { replaySubmission } from '#features/leads/server/replay-submission.ts';
import { submitLead } from '#features/leads/server/submit-lead.ts';
import { sendLeadAnswer } from '#features/mail/server/automatic-answer.ts';
import { sendLeadNotice } from '#features/mail/server/notices.ts';
import { recordGivenUp } from '#features/mail/server/queries/mail-deliveries.ts';
import { sendBookingMail, sendBookingReminder } from '#features/mail/server/send-booking-mail.ts';
import { keepsSince } from '#features/people/rules/keeps-since.ts';
import { createPeopleServices } from '#features/people/server/create-people-services.ts';
import { keepRetention } from '#features/people/server/keep-retention.ts';
import { sweepRequests } from '#features/people/server/queries/person-requests.ts';
import { readRetention } from '#features/people/server/read-retention.ts';
import { sendRequestMail, sendRequestNotice } from '#features/people/server/request-mails.ts';
import { fillPosters } from '#features/uploads/server/fill-posters.ts';
import { finishUpload } from '#features/uploads/server/finish-upload.ts';
import { beginUpload, receivePart } from '#features/uploads/server/receive-upload.ts';
import { sweepUploads } from '#features/uploads/server/sweep-uploads.ts';
import { createVisitCounter } from '#features/visits/server/create-visit-counter.ts';
import type { Database } from '#platform/db/executor.ts';
import { createSingleFlight } from '#platform/jobs/concurrency.ts';
import type { JobHandlers } from '#platform/jobs/jobs.ts';
import type { SendMailPayload } from '#platform/jobs/send-mail.ts';
import { bindUseCases } from './bind-use-cases.ts';
import type { ServiceDeps } from './service-deps.ts';

interface ServicesOptions extends Omit<ServiceDeps, 'manageLinks' | 'wakeReplayer'> {
  /** For work in the background, while `db` is for what visitors wait for. */
  jobsDb: Database;
  replayPauseMs: ReplayPause | undefined;
  /** In the place of the internet, where the mentor's own calendars are. */
  calendarNetwork: CalendarNetwork | undefined;
  makeBackup: () => Promise<void>;
  /** The mentor's time zone, as it is known without asking. */
  readTimeZone: () => string;
}

export type Services = ReturnType<typeof createServices>;

/** Connects the use cases to what they work on. Starts nothing. */
export function createServices({
  jobsDb,
  replayPauseMs,
  calendarNetwork: network,
  makeBackup,
  readTimeZone,
  ...shared
}: ServicesOptions) {
  const { journal, log, secret } = shared;
  const deps: ServiceDeps = {
    ...shared,
    manageLinks: createManageLinks(secret),
    wakeReplayer: () => replayer.wake(),
  };
  const jobDeps = { ...deps, db: jobsDb };
  const alerts = createAlerts({ ...jobDeps, startedAt: shared.now() });
  const replayer = createReplayer({
    ...{ journal, log, pauseMs: replayPauseMs },
    replay: (pending, round) => replaySubmission(jobDeps, pending, round),
  });
  const uploads = bindUseCases(
    { ...jobDeps, finishOnce: createSingleFlight<string>() },
    {
      ...{ begin: beginUpload, receive: receivePart, finish: finishUpload },
      ...{ sweep: sweepUploads, fillPosters },
    },
  );
  const busyCalendars = createBusyCalendars({ ...deps, network });

  function sendMail(payload: SendMailPayload): Promise<void> {
    switch (payload.kind) {
      case 'lead-notice':
        return sendLeadNotice(jobDeps, payload);
      case 'lead-answer':
        return sendLeadAnswer(jobDeps, payload);
      case 'booking-mail':
        return sendBookingMail(jobDeps, payload);
      case 'booking-reminder':
        return sendBookingReminder(jobDeps, payload);
      case 'account-mail':
        return sendAccountMail(jobDeps, payload);
      case 'account-notice':
        return sendAccountNotice(jobDeps, payload);
      case 'person-request-mail':
        return sendRequestMail(jobDeps, payload);
      case 'person-request-notice':
        return sendRequestNotice(jobDeps, payload);
      case 'alert-mail':
        return sendAlert(jobDeps, payload);
    }
  }

  const jobHandlers: JobHandlers = {
    sendMail,
    async giveUpMail(payload) {
      const { mail } = payload;
      await recordGivenUp(jobsDb, mail, 'failed', payload);
      log.error({ mail }, 'An email could not be sent and was given up');
    },
    async sweepAccounts() {
      const retention = await readRetention(jobsDb);
      await sweepAccounts(jobsDb, keepsSince(shared.now(), retention, 'activityMonths'));
      await sweepRequests(jobsDb);
    },
    sweepUploads: () => uploads.sweep(),
    sweepTrash: () => createTrashServices(jobDeps).sweepTrash(),
    keepRetention: () => keepRetention(jobDeps),
    readBusyCalendars: busyCalendars.readBusyCalendars,
    makeBackup,
  };
  const useCases = {
    ...{ submitLead, takeLead, acceptSubmission, listFreeSlots, bookSession, takeBooking },
    ...{ findManagedBooking, getManagedBookingId, composeCalendarFile },
    ...{ moveBooking, cancelBooking, deleteBooking, changeReminders, refuseByOneClick },
    ...{ bookForVisitor, moveForVisitor, cancelForVisitor, saveJoinDetails },
    ...{ markPayment, markOutcome, writeNote, getBooking, listBookings },
    ...{ listBookingHistory, readPlacement },
    ...{ listExceptions, listSessionsInTimeOff, takeTimeOff, changeTimeOff },
    ...{ listOpenHours, openExtraHours, deleteException },
    ...{ readCalendarAddress, renewCalendarAddress, composeCalendarFeed },
  };
  return {
    ...bindUseCases(deps, useCases),
    ...busyCalendars,
    ...{ uploads, replayer, alerts, jobHandlers },
    trash: createTrashServices(deps),
    visits: createVisitCounter({ ...jobDeps, readTimeZone }),
    people: createPeopleServices({ ...jobDeps, replayer }),
  };
}
