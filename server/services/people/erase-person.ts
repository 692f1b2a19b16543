import { randomUUID } from 'node:crypto';
import type { ErasureRecord, PersonErasure } from '#domain/person.ts';
import { eraseRows } from '#server/db/queries/erase-rows.ts';
import { type ErasureRow, insertErasure, listErasures } from '#server/db/queries/erasures.ts';
import { hashAddresses } from '#server/erasures/erasure-matcher.ts';
import { editedElsewhere } from '#server/errors.ts';
import type { ApplyErasures } from './apply-erasures.ts';
import { findPerson, listOwnMailboxes, requireAddress } from './find-person.ts';
import type { PeopleDeps } from './people-deps.ts';

interface EraseDeps extends PeopleDeps {
  applyErasures: ApplyErasures;
}

/**
 * Erases a person: rows, queued jobs, mails, what waits in the journal, captured mails. Sessions to come
 * are cancelled by it, and nobody is mailed: a mail would need the address that is to be forgotten.
 * Returns what is left, a record that names nobody. Throws `edited-elsewhere` (409) with the person
 * as they are now, where that is not what was read.
 */
export async function erasePerson(
  deps: EraseDeps,
  { stamp, ...search }: PersonErasure,
  erasedBy: string,
): Promise<ErasureRecord> {
  const id = randomUUID();
  await deps.db.transaction(async (transaction) => {
    const person = await findPerson(deps, search, transaction);
    if (person.stamp !== stamp) throw editedElsewhere(person);
    requireAddress(person);
    const ownMailboxes = await listOwnMailboxes(deps, transaction);
    const { mailboxes } = person;
    const { ids, counts } = await eraseRows(transaction, {
      ...{ mailboxes, ownMailboxes },
      ids: [
        ...person.bookings.map(({ id }) => id),
        ...person.waiting.map(({ submission }) => submission.split(':')[1] ?? ''),
      ],
    });
    const foreign = mailboxes.filter((one) => !ownMailboxes.includes(one));
    await insertErasure(transaction, {
      ...{ id, erasedBy, recordIds: ids },
      // What lies on the disks each process adds.
      counts: { ...counts, sessions: person.counts.sessions, journal_entries: 0, files: 0 },
      ...hashAddresses(deps.secret, foreign),
    });
    await deps.scrubDatabase(transaction);
  });
  await deps.applyErasures();
  const record = (await listErasureRecords(deps)).find((one) => one.id === id);
  if (!record) throw new Error('An erasure has left no record');
  deps.log.info({ erasure: id, counts: record.counts }, 'A person was erased');
  return record;
}

const toRecord = (row: ErasureRow): ErasureRecord => ({
  id: row.id,
  erased_at: row.erasedAt.toISOString(),
  erased_by: row.erasedBy,
  counts: row.counts,
  scrubbed_at: row.scrubbedAt?.toISOString() ?? null,
});

/** Lists what is left of those who were erased, the last first. */
export const listErasureRecords = async ({ db }: PeopleDeps): Promise<ErasureRecord[]> =>
  (await listErasures(db)).map(toRecord);
