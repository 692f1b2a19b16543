export {
  type Due,
  describeDue,
  describePart,
  dueNowCents,
  findNextDue,
  isAskedFor,
  isPartlyPaid,
  leftToPay,
  type StoredDue,
  settleDues,
  toDues,
} from './dues.ts';
export { type MoneyChoice, moneyChoices, moneyChoiceWords } from './money-choice.ts';
export { findObstacle, type Obstacle, obstacleWords } from './obstacle.ts';
export {
  isPaidFor,
  type OrderItem,
  type OrderState,
  orderStates,
  type PackageTerms,
} from './order.ts';
export { createReference, findReference, findReferences, referencePrefix } from './reference.ts';
export { describeSessionsToBook } from './sessions-to-book.ts';
export { describeTestMoney } from './test-money.ts';
export {
  describeUnallocated,
  describeUnallocatedToMentor,
  explainUnallocated,
  listMoneyChoices,
  type UnallocatedMoney,
} from './unallocated-money.ts';
export { listVoucherLines } from './voucher-lines.ts';
