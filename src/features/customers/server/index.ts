export { grantAccess, openAccessNow } from './grant-access.ts';
export { createLibraryLinks, type LibraryLinks } from './library-links.ts';
export {
  type Contact,
  type Customer,
  findCustomer,
  findCustomerLike,
  findOrAddCustomer,
} from './queries/customers.ts';
export {
  type Entitlement,
  listEntitlements,
  listEntitlementsFrom,
  revokeFrom,
} from './queries/entitlements.ts';
