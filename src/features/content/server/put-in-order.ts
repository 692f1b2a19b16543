import type { Database } from '#platform/db/executor.ts';
import { AppError } from '#platform/errors/errors.ts';
import { lockIds, type OrderedTable, writeOrder } from './queries/record-order.ts';

/**
 * Sorts all records of a table, or those of a parent. Throws `order-outdated` (409) unless `ids` contains each of its
 * records once.
 */
export const putInOrder = (
  db: Database,
  table: OrderedTable,
  { ids, parentId }: { ids: string[]; parentId?: string },
): Promise<void> =>
  db.transaction(async (transaction) => {
    const known = await lockIds(transaction, table, parentId);
    const given = new Set(ids);
    if (
      ids.length !== given.size ||
      known.length !== given.size ||
      !known.every((id) => given.has(id))
    )
      throw new AppError(409, 'order-outdated', 'The list has changed. Check it and try again.', {
        message: 'The order does not match the records of the list',
      });
    await writeOrder(transaction, table, ids);
  });
