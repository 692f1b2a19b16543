export { findLockedObstacle, findOrderObstacle } from './find-obstacle.ts';
export { type OrderMailPayload, orderMailPayload } from './mail-payload.ts';
export { createPayLinks, type OrderDeps, type PayLinks } from './order-deps.ts';
export { insertDues, listDues, listDuesOf, listOrdersDue, saveDues } from './queries/dues.ts';
export {
  expireOrders,
  findOrder,
  insertOrder,
  type Order,
  type OrderOwner,
  updateOrder,
} from './queries/orders.ts';
export { orderMailKey, queueOrderMail } from './queue-order-mail.ts';
