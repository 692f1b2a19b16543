export { createStatementServices, type StatementServices } from './create-statement-services.ts';
