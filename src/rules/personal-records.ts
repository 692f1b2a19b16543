/**
 * Every kind of personal data, in the order of the admin and of the export: its title, and the fields
 * that name and date a record.
 */
export const personalRecords = {
  leads: { title: 'Messages and inquiries', name: 'source', at: 'created_at' },
  bookings: { title: 'Sessions', name: 'session_type', at: 'booking_date' },
  orders: { title: 'Orders', name: 'reference', at: 'created_at' },
  customers: { title: 'Courses and packages', name: 'name', at: 'created_at' },
  journal_entries: { title: 'Received, not saved yet', name: 'source', at: 'received_at' },
  requests: { title: 'Data requests', name: 'kind', at: 'asked_at' },
  mails: { title: 'Emails', name: 'subject', at: 'created_at' },
  files: { title: 'Saved emails', name: 'subject', at: 'captured_at' },
  log_entries: { title: 'Sign-in attempts', name: 'kind', at: 'at' },
} as const;
export type RecordKind = keyof typeof personalRecords;

/** How many records of each kind a person has, and how many of their sessions are upcoming. */
export type ErasureCounts = Record<RecordKind | 'sessions', number>;
