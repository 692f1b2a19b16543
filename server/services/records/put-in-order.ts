import type { Database } from '#server/db/executor.ts';
import { lockPlaces, type OrderedTable, writePlaces } from '#server/db/queries/record-order.ts';
import { AppError } from '#server/errors.ts';

/** Between two places, in seconds: numbers as large as today's instants can tell it apart. */
const step = 0.000_002;

/** Whether the first of a list has the lowest place, or the highest. */
const directions: Record<OrderedTable, 1 | -1> = { courses: 1, testimonials: -1 };

/**
 * Puts all records of a list in order; `ids` are all of them, each once. They take the places that
 * they have among themselves: what is added later stands where it would have stood. Throws
 * `order-outdated` (409) when the list holds others by now.
 */
export async function putInOrder(
  db: Database,
  table: OrderedTable,
  { ids }: { ids: string[] },
): Promise<void> {
  await db.transaction(async (transaction) => {
    const rows = await lockPlaces(transaction, table);
    const known = new Set(rows.map(({ id }) => id));
    const isWhole = ids.length === known.size && new Set(ids).size === ids.length;
    if (!isWhole || !ids.every((id) => known.has(id))) throw orderOutdated();
    const places = spread(
      rows.map(({ position }) => position),
      directions[table],
    );
    await writePlaces(
      transaction,
      table,
      ids.flatMap((id, index) => {
        const position = places[index];
        return position === undefined ? [] : [{ id, position }];
      }),
    );
  });
}

/** Rows of one moment may share a place, which leaves their order to their ids: each gets its own. */
function spread(positions: number[], direction: 1 | -1): number[] {
  let last = Number.NEGATIVE_INFINITY;
  return positions.map((position) => {
    last = Math.max(position * direction, last + step);
    return last * direction;
  });
}

const orderOutdated = () =>
  new AppError(409, 'order-outdated', 'The list has changed. Check it and try again.', {
    message: 'An order names other records than the list has',
  });
