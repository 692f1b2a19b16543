export {
  type AccessMailPayload,
  accessMailPayload,
  queueAccessMail,
  sendAccessMail,
} from './access-mail.ts';
export { createCustomerServices } from './create-customer-services.ts';
export { createCustomers } from './customers-resource.ts';
export { grantAccess, openAccessNow } from './grant-access.ts';
export { grantSessions } from './grant-sessions.ts';
export { createLibraryLinks, type LibraryLinks } from './library-links.ts';
export {
  type Contact,
  type Customer,
  findCustomer,
  findCustomerLike,
  findOrAddCustomer,
} from './queries/customers.ts';
export {
  type CourseEntitlement,
  type Entitlement,
  listCourseEntitlements,
  listEntitlementsFrom,
  revokeFrom,
} from './queries/entitlements.ts';
export {
  findLockedPackage,
  listPackages,
  listPackagesFrom,
  type UsedPackage,
} from './queries/packages.ts';
export { type GivenAccess, readOrderAccess } from './read-customers.ts';
