export { createLibraryLinks, type LibraryLinks } from './library-links.ts';
export { type Customer, findCustomer } from './queries/customers.ts';
export { type Entitlement, listEntitlements } from './queries/entitlements.ts';
