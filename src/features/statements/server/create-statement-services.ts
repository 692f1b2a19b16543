import type { PaymentDeps } from '#features/payments/server/index.ts';
import { bindUseCases } from '#platform/service/bind-use-cases.ts';
import * as imports from './import-statement.ts';

export type StatementServices = ReturnType<typeof createStatementServices>;

/** Creates the use cases of bank statements. */
export const createStatementServices = (deps: PaymentDeps) => bindUseCases(deps, imports);
