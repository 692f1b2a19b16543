import type { MailProblem } from './settings/mail.ts';

/** What the first screen of the admin shows. Instants are ISO 8601 in UTC. */
export interface Overview {
  /** Why clients get no emails; null while they do. */
  mail_problem: MailProblem | null;
  /** Leads of the last seven days. */
  new_leads: number;
  next_bookings: {
    id: string;
    name: string;
    session_type: string;
    booking_date: string;
    time_zone: string | null;
  }[];
  /** Twelve weeks, the present one last. */
  weeks: Week[];
}

export interface Week {
  /** Its Monday on the mentor's calendar, `YYYY-MM-DD`. */
  starts_on: string;
  leads: number;
  bookings: number;
}

/** A mail that was given up. */
export interface FailedMail {
  key: string;
  recipient: string;
  subject: string;
  attempts: number;
  last_error: string | null;
  created_at: string;
  /** Whether it is known what it said, so that it can be sent again. */
  is_resendable: boolean;
}
