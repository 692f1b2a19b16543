import type { PersonCorrection } from '#domain/person.ts';
import { correctRows } from '#server/db/queries/correct-rows.ts';
import { editedElsewhere } from '#server/errors.ts';
import { findPerson, type Person, requireAddress } from './find-person.ts';
import type { PeopleDeps } from './people-deps.ts';

/**
 * Corrects a name, an email and a phone number in all records of a person, those in the trash too, and
 * lets mails that wait go to the new address. Returns the person as they are then. Throws
 * `edited-elsewhere` (409) with the person as they are now, where that is not what was read.
 */
export function correctPerson(
  deps: PeopleDeps,
  { stamp, name, email, phone, ...search }: PersonCorrection,
): Promise<Person> {
  return deps.db.transaction(async (transaction) => {
    const person = await findPerson(deps, search, transaction);
    if (person.stamp !== stamp) throw editedElsewhere(person);
    requireAddress(person);
    await correctRows(
      transaction,
      {
        leads: person.leads.map(({ id }) => id),
        bookings: person.bookings.map(({ id }) => id),
        mailboxes: person.mailboxes,
      },
      { name, email, phone },
    );
    return findPerson(deps, email === null ? search : { text: email, with: [] }, transaction);
  });
}
