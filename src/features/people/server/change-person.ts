import { randomUUID } from 'node:crypto';
import {
  eraseRows,
  hashAddresses,
  insertErasure,
  listErasures,
} from '#features/erasures/server/index.ts';
import type { PersonCorrection, PersonErasure } from '#features/people/rules/person.ts';
import { deleteUnnamedFiles } from '#features/uploads/server/index.ts';
import type { Transaction } from '#platform/db/executor.ts';
import { editedElsewhere } from '#platform/errors/errors.ts';
import type { ApplyErasures } from './apply-erasures.ts';
import type { PeopleDeps } from './create-people-services.ts';
import { findPerson, type Person, requireAddress } from './find-person.ts';
import { correctRows } from './queries/correct-rows.ts';

/**
 * Finds a person if their records are unchanged. Throws `edited-elsewhere` (409) with the current
 * person.
 */
async function findShown(
  deps: PeopleDeps,
  { stamp, ...search }: PersonErasure,
  transaction: Transaction,
): Promise<Person> {
  const person = await findPerson(deps, search, transaction);
  if (person.stamp !== stamp) throw editedElsewhere(person);
  requireAddress(person);
  return person;
}

/** Corrects the name, email or phone number in all records of a person. Returns the corrected person. */
export function correctPerson(
  deps: PeopleDeps,
  { name, email, phone, ...shown }: PersonCorrection,
): Promise<Person> {
  return deps.db.transaction(async (transaction) => {
    const { leads, bookings, orders, customers, mailboxes } = await findShown(
      deps,
      shown,
      transaction,
    );
    const ids = [...leads, ...bookings, ...orders, ...customers].map(({ id }) => id);
    await correctRows(transaction, { ids, mailboxes }, { name, email, phone });
    return findPerson(deps, email === null ? shown : { text: email, with: [] }, transaction);
  });
}

interface EraseDeps extends PeopleDeps {
  applyErasures: ApplyErasures;
}

/**
 * Erases a person: rows, jobs, and the journal and captured emails on every process's disk.
 * Upcoming sessions are cancelled without an email, which would store the address again. Returns
 * the record of the erasure, which identifies no one. Throws `file-not-deleted` (503).
 */
export async function erasePerson(deps: EraseDeps, shown: PersonErasure, erasedBy: string) {
  const id = randomUUID();
  await deps.db.transaction(async (transaction) => {
    const person = await findShown(deps, shown, transaction);
    const { mailboxes, own_mailboxes: ownMailboxes, bookings, customers } = person;
    const erased = await eraseRows(transaction, {
      mailboxes,
      ownMailboxes,
      ids: [...bookings, ...customers, ...person.journal_entries].map((record) => record.id),
    });
    if (erased.files.length > 0) {
      await deleteUnnamedFiles(transaction, deps.storage, erased.files);
    }
    const strangers = mailboxes.filter((one) => !ownMailboxes.includes(one));
    await deps.forgetAddresses(transaction, strangers);
    await insertErasure(transaction, {
      id,
      erasedBy,
      recordIds: erased.ids,
      // Each process adds the number of records that it erases from its disk.
      counts: { ...erased.counts, sessions: person.counts.sessions, journal_entries: 0, files: 0 },
      ...hashAddresses(deps.secret, strangers),
    });
  });
  await deps.applyErasures();
  const record = (await listErasureRecords(deps)).find((one) => one.id === id);
  if (!record) throw new Error('The database returned no erasure');
  deps.log.info({ erasure: id, counts: record.counts }, 'A person was erased');
  return record;
}

/** Lists when, by which account and how much was erased, newest first. Identifies no one. */
export const listErasureRecords = async ({ db }: PeopleDeps) =>
  (await listErasures(db)).map(({ id, erasedAt, erasedBy, counts }) => ({
    id,
    counts,
    erased_at: erasedAt,
    erased_by: erasedBy,
  }));
