/** What a visitor or the mentor has sent, and what became of it as far as they were told. */
interface Entry {
  /** That of its record; of a message without a script nobody knows it. */
  id: string;
  /** In which round it was sent. */
  round: number;
  /** Whether it was answered with success. */
  isAcknowledged: boolean;
}

export interface LeadEntry extends Entry {
  /** Whom it names; nobody else does. */
  email: string;
}

export interface BookingEntry extends Entry {
  /** Whom it names; nobody else does. */
  email: string;
  /** Whether the database was there to take it, and not the fallback. */
  isStored: boolean;
  /** Whether the mentor has tried to cancel it, and was answered that it is. */
  cancellation: 'none' | 'asked' | 'acknowledged';
}

export interface FileEntry extends Entry {
  /** Where it is served, once it is finished. */
  url: string | undefined;
  /** SHA-256 of its bytes. */
  hash: string;
}

export type Ledger = ReturnType<typeof createLedger>;

/** Writes down what was sent to one site, from its first start to its end. */
export function createLedger() {
  return {
    /** The round that is going on. */
    round: 0,
    leads: [] as LeadEntry[],
    bookings: [] as BookingEntry[],
    files: [] as FileEntry[],
    /** In the order in which they were sent, by one hand; the id is what was written. */
    settings: [] as Entry[],
  };
}
