export { type Erasure, mergeErasures, readErasureFile, writeErasureFile } from './erasure.ts';
export { createErasureMatcher, findEmails, hashAddresses } from './erasure-matcher.ts';
export { deleteOldOrders } from './queries/erase-orders.ts';
export { blankDeliveries, deleteRows, eraseRows } from './queries/erase-rows.ts';
export { addToErasure, insertErasure, listErasures } from './queries/erasures.ts';
export { repeatErasures } from './repeat-erasures.ts';
