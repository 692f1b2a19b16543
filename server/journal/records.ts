import { z } from 'zod';

/** What a line of the journal can say. `submission` and `mail` are keys: `lead:<id>`, `lead:<id>:notice`. */
export const journalRecord = z.discriminatedUnion('type', [
  /** Answered with success, and not known to be in the database. */
  z.object({
    type: z.literal('received'),
    submission: z.string(),
    at: z.iso.datetime(),
    payload: z.record(z.string(), z.unknown()),
  }),
  /** The database has it, or nothing is left to do: it may be forgotten here. */
  z.object({ type: z.literal('settled'), submission: z.string(), at: z.iso.datetime() }),
  /** A mail server took the mail. Kept long after, see `markRetentionMs`. */
  z.object({ type: z.literal('mailed'), mail: z.string(), at: z.iso.datetime() }),
  /** A mail server has got all of the mail; whether it takes it is not known yet. Kept as long. */
  z.object({ type: z.literal('handed-over'), mail: z.string(), at: z.iso.datetime() }),
  /** It has not taken it, or the database remembers instead. */
  z.object({ type: z.literal('handover-ended'), mail: z.string(), at: z.iso.datetime() }),
]);
export type JournalRecord = z.infer<typeof journalRecord>;

export interface PendingSubmission {
  submission: string;
  receivedAt: Date;
  payload: Record<string, unknown>;
}

/** How long a mail is remembered as sent: far longer than any job is retried. */
export const markRetentionMs = 30 * 24 * 60 * 60 * 1000;

/** What the records add up to. */
export class JournalState {
  readonly pending = new Map<string, PendingSubmission>();
  readonly mailed = new Map<string, Date>();
  readonly handedOver = new Map<string, Date>();

  apply(record: JournalRecord): void {
    const at = new Date(record.at);
    if (record.type === 'received') {
      const { submission, payload } = record;
      this.pending.set(submission, { submission, payload, receivedAt: at });
    } else if (record.type === 'settled') {
      this.pending.delete(record.submission);
    } else if (record.type === 'handed-over') {
      this.handedOver.set(record.mail, at);
    } else {
      this.handedOver.delete(record.mail);
      if (record.type === 'mailed') this.mailed.set(record.mail, at);
    }
  }

  /** Forgets marks that are too old to matter. */
  prune(now: Date): void {
    for (const marks of [this.mailed, this.handedOver]) {
      for (const [mail, at] of marks)
        if (now.getTime() - at.getTime() > markRetentionMs) marks.delete(mail);
    }
  }

  /** The fewest records that add up to this state. */
  toRecords(): JournalRecord[] {
    const received = [...this.pending.values()].map(
      ({ submission, payload, receivedAt }): JournalRecord => ({
        type: 'received',
        submission,
        at: receivedAt.toISOString(),
        payload,
      }),
    );
    const toMarks = (type: 'mailed' | 'handed-over', marks: Map<string, Date>) =>
      [...marks].map(([mail, at]): JournalRecord => ({ type, mail, at: at.toISOString() }));
    return [
      ...received,
      ...toMarks('mailed', this.mailed),
      ...toMarks('handed-over', this.handedOver),
    ];
  }
}
