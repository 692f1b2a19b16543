export { bookStatementLines, proposeStatement } from './import-statement.ts';
