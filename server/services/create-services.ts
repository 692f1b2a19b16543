import { keepsSince } from '#domain/legal/keeps-since.ts';
import type { CalendarNetwork } from '#server/calendars/download-calendar.ts';
import { createSingleFlight } from '#server/concurrency.ts';
import type { Database } from '#server/db/executor.ts';
import { recordGivenUp } from '#server/db/queries/mail-deliveries.ts';
import { sweepRequests } from '#server/db/queries/person-requests.ts';
import { sweepAccounts } from '#server/db/queries/sweep-accounts.ts';
import type { JobHandlers } from '#server/jobs/jobs.ts';
import type { SendMailPayload } from '#server/jobs/send-mail.ts';
import { createReplayer, type ReplayPause } from '#server/journal/replayer.ts';
import { sendAccountMail, sendAccountNotice } from './accounts/account-mails.ts';
import { createAlerts } from './alerts/create-alerts.ts';
import { sendAlert } from './alerts/tell-mentor.ts';
import { createBusyCalendars } from './availability/busy-calendars.ts';
import {
  composeCalendarFeed,
  readCalendarAddress,
  renewCalendarAddress,
} from './availability/calendar-feed.ts';
import {
  changeTimeOff,
  deleteException,
  listExceptions,
  listOpenHours,
  listSessionsInTimeOff,
  openExtraHours,
  takeTimeOff,
} from './availability/manage-exceptions.ts';
import { bindUseCases } from './bind-use-cases.ts';
import { bookForVisitor } from './bookings/book-for-visitor.ts';
import { bookSession, takeBooking } from './bookings/book-session.ts';
import {
  cancelBooking,
  changeReminders,
  deleteBooking,
  moveBooking,
  refuseByOneClick,
} from './bookings/change-booking.ts';
import {
  cancelForVisitor,
  moveForVisitor,
  saveJoinDetails,
} from './bookings/change-for-visitor.ts';
import { markOutcome, markPayment, writeNote } from './bookings/edit-booking.ts';
import {
  composeCalendarFile,
  findManagedBooking,
  getManagedBookingId,
} from './bookings/find-managed-booking.ts';
import { listFreeSlots } from './bookings/list-free-slots.ts';
import { createManageLinks } from './bookings/manage-links.ts';
import { readPlacement } from './bookings/place-session.ts';
import { getBooking, listBookingHistory, listBookings } from './bookings/read-booking.ts';
import { submitLead } from './leads/submit-lead.ts';
import { sendLeadAnswer } from './mail/automatic-answer.ts';
import { sendLeadNotice } from './mail/notices.ts';
import { sendBookingMail, sendBookingReminder } from './mail/send-booking-mail.ts';
import { createPeopleServices } from './people/create-people-services.ts';
import { sendRequestMail, sendRequestNotice } from './people/request-mails.ts';
import { keepRetention } from './retention/keep-retention.ts';
import { readRetention } from './retention/read-retention.ts';
import type { ServiceDeps } from './service-deps.ts';
import { acceptSubmission, takeLead } from './submissions/accept-submission.ts';
import { replaySubmission } from './submissions/replay-submission.ts';
import { createTrashServices } from './trash/create-trash-services.ts';
import { fillPosters } from './uploads/fill-posters.ts';
import { finishUpload } from './uploads/finish-upload.ts';
import { beginUpload, receivePart } from './uploads/receive-upload.ts';
import { sweepUploads } from './uploads/sweep-uploads.ts';
import { createVisitCounter } from './visits/create-visit-counter.ts';

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
