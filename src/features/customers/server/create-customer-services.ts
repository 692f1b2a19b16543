import { bindUseCases } from '#platform/service/bind-use-cases.ts';
import { changeEnd, giveAccess, giveSessions, renewLink, takeAccess } from './change-access.ts';
import type { CustomerDeps } from './customer-deps.ts';
import { importCustomers, previewImport } from './import-customers.ts';
import { countCustomers, getCustomer, listCustomers } from './read-customers.ts';

export type CustomerServices = ReturnType<typeof createCustomerServices>;

/** Creates the use cases of customers and their access. Starts nothing. */
export const createCustomerServices = (deps: CustomerDeps) =>
  bindUseCases(deps, {
    listCustomers,
    countCustomers,
    getCustomer,
    giveAccess,
    giveSessions,
    previewImport,
    importCustomers,
    changeEnd,
    takeAccess,
    renewLink,
  });
