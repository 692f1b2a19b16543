export { findObstacle, obstacleWords } from './obstacle.ts';
export { type OrderItem, type OrderState, orderStates } from './order.ts';
export { createReference, findReference, findReferences, referencePrefix } from './reference.ts';
